package dev.divvy.cache.traffic;

import java.nio.charset.StandardCharsets;

/** What nodes say to each other, beside plain requests. */
public final class Words {

    /** Asks for a number that is used once. */
    public static final String CHALLENGE = "DIVVY.CHALLENGE";

    /** Makes a connection one between nodes: group, name and life of both, and a proof that the secret is known. */
    public static final String MEET = "DIVVY.MEET";

    /** Not answered: what was sent before it and was not run shall stay undone, what comes after it may run again. */
    public static final String ROUND = "DIVVY.ROUND";

    /** A part of a token's entries, for the one that will own it. */
    public static final String COPY = "DIVVY.COPY";

    /** These tokens are whole: the sender serves them no longer. */
    public static final String WHOLE = "DIVVY.WHOLE";

    /** The beginning of the answer to a request that was not run. */
    static final byte[] BOUNCED = "-BOUNCED".getBytes(StandardCharsets.US_ASCII);

    /** The token is not here, and was let go of if it was. */
    static final String AWAY_ERROR = "BOUNCED-AWAY another node has this token";

    static final String BOUNCED_ERROR = "BOUNCED not now";

    private static final int AWAY_AT = BOUNCED.length;

    static final String OUTCOME_UNKNOWN =
            "ERR the node that owns the key went away before it answered; whether the command took place is not known";

    private Words() {}

    static boolean isBounce(byte[] data, int from, int length) {
        if (length < BOUNCED.length) {
            return false;
        }
        for (int i = 0; i < BOUNCED.length; i++) {
            if (data[from + i] != BOUNCED[i]) {
                return false;
            }
        }
        return true;
    }

    /** Of a bounce: whether the token has left the one who was asked. */
    static boolean isAway(byte[] data, int from) {
        return data[from + AWAY_AT] == '-';
    }

    /** What a simple, an error or a bulk reply says. */
    static String text(byte[] data, int from, int length) {
        String whole = new String(data, from, length, StandardCharsets.UTF_8);
        String body = whole.startsWith("$") ? whole.substring(whole.indexOf('\n') + 1) : whole.substring(1);
        return body.strip();
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
