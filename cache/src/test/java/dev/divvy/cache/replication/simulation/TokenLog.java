package dev.divvy.cache.replication.simulation;

import java.util.Arrays;

/**
 * What the clients know of one token, and how many faults it must survive. Words are numbers that grow. An owner that evicts the log says so:
 * from then on it may be absent, or begin again with later words. An eviction that no reply has shown may be undone by a fault.
 */
final class TokenLog {

    private static final byte[] EMPTY = new byte[0];

    private final int token;

    /** The last log that a reply has shown since the token was lost for the last time. */
    private byte[] answered = EMPTY;

    /** The highest word that was evicted according to a reply. */
    private int absent;

    /** The last word of the logs that were evicted, and when the last of them was. */
    private int evicted;

    private long evictedAt;

    /** Counts the commands and evictions. */
    private long steps;

    /** The log that was lost last, and the last word that was written before. */
    private byte[] lost = EMPTY;

    private int lastWordBeforeLoss;

    /** The number of losses. */
    private int generation;

    /** The faults that the token must survive; below 0 if none was settled or there were more. */
    private int survives = -1;

    TokenLog(int token) {
        this.token = token;
    }

    int token() {
        return token;
    }

    byte[] answered() {
        return answered;
    }

    int generation() {
        return generation;
    }

    int survives() {
        return survives;
    }

    void settled(int copies) {
        survives = copies;
    }

    /** The owner gives up the former owners' data although there are only so many copies. */
    void limit(int copies) {
        survives = Math.min(survives, copies);
    }

    void fault() {
        survives--;
    }

    static boolean isPrefix(byte[] prefix, byte[] log) {
        return prefix.length <= log.length && Arrays.equals(prefix, 0, prefix.length, log, 0, prefix.length);
    }

    /**
     * What was known of the token when a command ran.
     *
     * @param at the number of the command
     * @param answered the log that replies had shown
     * @param absent the highest word that was evicted according to a reply
     * @param last the last word that any client had written
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Moment(int generation, long at, byte[] answered, int absent, int last) {}

    Moment moment(int lastWord) {
        return new Moment(generation, ++steps, answered, absent, lastWord);
    }

    /** An owner has evicted this log; or a former one, whose log may be older and whose changes are void. */
    void evict(byte[] log) {
        evicted = Math.max(evicted, lastWord(log));
        evictedAt = ++steps;
    }

    /** Whether a log has everything that was answered, except what was evicted. */
    boolean isIn(byte[] log) {
        return follows(log, answered, absent);
    }

    private boolean follows(byte[] log, byte[] earlier, int absentBefore) {
        return isPrefix(earlier, log)
                ? log.length == 0 || wordAt(log, 0) > absentBefore
                : lastWord(earlier) <= evicted && (log.length == 0 || wordAt(log, 0) > lastWord(earlier));
    }

    /** Records what the reply to a command has shown; returns whether it fits what others have shown. */
    boolean answer(byte[] shown, Moment ran) {
        if (ran.at > evictedAt && shown.length > 0 && wordAt(shown, 0) <= evicted) {
            evicted = wordAt(shown, 0) - 1; // the eviction was undone
        }
        if (!follows(shown, ran.answered, ran.absent)) {
            return false;
        }
        boolean earlier = isPrefix(shown, answered) && (shown.length > 0 || lastWord(answered) > ran.last);
        boolean replaced = shown.length > 0 && answered.length > 0 && wordAt(shown, 0) < wordAt(answered, 0);
        if (earlier || replaced || (shown.length > 0 && wordAt(shown, 0) <= absent)) {
            return true; // it ran before others that have their replies already
        }
        if (!isIn(shown)) {
            return false;
        }
        if (!isPrefix(answered, shown)) {
            absent = lastWord(answered);
        }
        answered = shown;
        return true;
    }

    void lose(int lastWord) {
        generation++;
        lost = answered;
        lastWordBeforeLoss = lastWord;
        answered = EMPTY;
        absent = 0;
        survives = -1;
    }

    /** Whether an owner's log contains words of a lost log, but not all of it. */
    boolean isRememberedWrongly(byte[] log) {
        if (generation == 0 || follows(log, lost, 0)) {
            return false;
        }
        return log.length > 0 && wordAt(log, 0) <= lastWordBeforeLoss;
    }

    static int wordAt(byte[] log, int at) {
        return ((log[at] & 0xFF) << 24)
                | ((log[at + 1] & 0xFF) << 16)
                | ((log[at + 2] & 0xFF) << 8)
                | (log[at + 3] & 0xFF);
    }

    /** Returns the last word; 0 if there is none. */
    private static int lastWord(byte[] log) {
        return log.length == 0 ? 0 : wordAt(log, log.length - 4);
    }

    static byte[] plus(byte[] log, int word) {
        byte[] next = Arrays.copyOf(log, log.length + 4);
        for (int i = 0; i < 4; i++) {
            next[log.length + i] = (byte) (word >>> (24 - 8 * i));
        }
        return next;
    }

    /** Returns the end of a log, as numbers. */
    static String text(byte[] log) {
        StringBuilder text = new StringBuilder().append(log.length / 4).append(" words");
        for (int at = Math.max(0, log.length - 16); at < log.length; at += 4) {
            text.append(' ').append(wordAt(log, at));
        }
        return text.toString();
    }
}
