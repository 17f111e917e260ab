package dev.divvy.cache.replication.simulation;

import java.util.Arrays;

/** What the clients know of one token, and how many faults it must survive. Words are numbers that grow. */
final class TokenLog {

    private static final byte[] EMPTY = new byte[0];

    private final int token;

    /** The longest log that a reply has shown since the token was lost for the last time. */
    private byte[] answered = EMPTY;

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

    /** Records what a reply has shown; returns whether it fits what others have shown. */
    boolean answer(byte[] shown) {
        if (!isPrefix(shown, answered) && !isPrefix(answered, shown)) {
            return false;
        }
        answered = shown.length > answered.length ? shown : answered;
        return true;
    }

    void lose(int lastWord) {
        generation++;
        lost = answered;
        lastWordBeforeLoss = lastWord;
        answered = EMPTY;
        survives = -1;
    }

    /** Whether an owner's log contains words of a lost log, but not all of it. */
    boolean isRememberedWrongly(byte[] log) {
        if (generation == 0 || isPrefix(lost, log)) {
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
