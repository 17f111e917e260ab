package dev.divvy.outbox.handling;

import java.util.Optional;

/** Finds an error of a kind in a chain of causes. */
final class Causes {

    private static final int MAX_DEPTH = 10;

    private Causes() {}

    /** Returns the error itself or its first cause of this type. */
    static <T extends Throwable> Optional<T> first(Throwable error, Class<T> type) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
