package dev.divvy.cache.clients;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failure that a client may see while the cluster changes, and may retry: a lost connection, or one of our two errors. */
final class RetriableException extends Exception {

    private static final long serialVersionUID = 1;

    RetriableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Returns the exception for a client that reports failures as text.
     *
     * @param lost the texts by which the client reports a lost connection
     * @throws AssertionError when the failure is not retriable
     */
    static RetriableException of(String client, String failure, List<String> lost) {
        if (lost.stream().anyMatch(failure::contains) || isCleanError(failure)) {
            return new RetriableException(failure, null);
        }
        throw new AssertionError(client + ": " + failure);
    }

    /** Whether a node replied that no node serves the key now, or that it is not known whether the command took place. */
    static boolean isCleanError(@Nullable String message) {
        return message != null
                && (message.contains("CLUSTERDOWN ")
                        || message.contains("ERR the node that owns the key went away before it answered; "
                                + "whether the command took place is not known"));
    }

    /** Whether a lost connection is among the causes. */
    static boolean isLostConnection(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }
}
