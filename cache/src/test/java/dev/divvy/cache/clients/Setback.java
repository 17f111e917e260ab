package dev.divvy.cache.clients;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client may see while the cluster changes, and may answer by asking again: a lost connection, or one of our two errors. */
final class Setback extends Exception {

    private static final long serialVersionUID = 1;

    Setback(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * For a client whose failures are words.
     *
     * @param lost what it says when a connection is lost
     * @throws AssertionError when they are no setback
     */
    static Setback of(String client, String said, List<String> lost) {
        if (lost.stream().anyMatch(said::contains) || isCleanError(said)) {
            return new Setback(said, null);
        }
        throw new AssertionError(client + ": " + said);
    }

    /** Whether a node said that nobody serves the key now, or that nobody knows whether the command took place. */
    static boolean isCleanError(@Nullable String message) {
        return message != null
                && (message.contains("CLUSTERDOWN ")
                        || message.contains("ERR the node that owns the key went away before it answered; "
                                + "whether the command took place is not known"));
    }

    /** Whether a lost connection is at the bottom of it. */
    static boolean isLostConnection(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }
}
