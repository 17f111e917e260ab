package dev.divvy.cache.peer;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The requests and replies that nodes exchange, in addition to requests about single keys. */
public final class PeerProtocol {

    /** Requests a challenge: a random number that is used once. */
    public static final String CHALLENGE = "DIVVY.CHALLENGE";

    /**
     * Makes a connection one between nodes: the group, the names and incarnations of both, a proof that the sender knows the secret, and the
     * versions of the requests that it speaks. A later release may add arguments, such as abilities: those that follow are ignored. The reply
     * names the version that both use on the connection.
     */
    public static final String MEET = "DIVVY.MEET";

    /**
     * Begins a new round of a token after a bounce; gets no reply. Requests for the token that bounced before it were not run; those after
     * it may run.
     */
    public static final String ROUND = "DIVVY.ROUND";

    /**
     * Sends messages about the replicas of tokens: the numbers of the incarnations of the sender and the receiver, and the messages. The reply
     * has the replies to the messages.
     */
    public static final String REPLICA = "DIVVY.REPLICA";

    /** Reports keys that the losing side of a split changed: tokens, each with the hashes of its keys, or none for the whole token. */
    public static final String FORGET = "DIVVY.FORGET";

    /** Ends the report of a node: its name, the number of ended sides, these sides, and the nodes that must report as well. */
    public static final String REPORTED = "DIVVY.REPORTED";

    /** The beginning of the reply to a request that was not run. */
    static final byte[] BOUNCED = "-BOUNCED".getBytes(StandardCharsets.US_ASCII);

    /** The error of a node that does not have the token, or has released it. */
    public static final String AWAY_ERROR = "BOUNCED-AWAY another node has this token";

    public static final String BOUNCED_ERROR = "BOUNCED not now";

    private static final int AWAY_AT = BOUNCED.length;
    private static final byte[] NIL = bytes("$-1\r\n");
    private static final byte[] NULL = bytes("_\r\n");

    public static final String OUTCOME_UNKNOWN =
            "ERR the node that owns the key went away before it answered; whether the command took place is not known";

    private PeerProtocol() {}

    public static boolean isBounce(byte[] data, int from, int length) {
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

    /** Whether a bounce says that the node that was asked does not have the token. */
    public static boolean isAway(byte[] data, int from) {
        return data[from + AWAY_AT] == '-';
    }

    /** Returns the text of a simple string, an error or a bulk string. */
    public static String text(byte[] data, int from, int length) {
        String whole = new String(data, from, length, StandardCharsets.UTF_8);
        String body = whole.startsWith("$") ? whole.substring(whole.indexOf('\n') + 1) : whole.substring(1);
        return body.strip();
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Writes a reply of another node for a client. Nodes use RESP2 among each other; of the replies about single keys, only the absence of
     * a value is written differently in RESP3.
     */
    public static void copyReply(ByteBuf out, byte[] data, int from, int length, boolean resp3) {
        if (resp3 && Arrays.equals(data, from, from + length, NIL, 0, NIL.length)) {
            out.writeBytes(NULL);
        } else {
            out.writeBytes(data, from, length);
        }
    }
}
