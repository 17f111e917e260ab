package dev.divvy.cache.node;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A part of a node that others need before it is there. Set once. */
final class Late<T> {

    private volatile @Nullable T value;

    void set(T now) {
        value = now;
    }

    Optional<T> get() {
        return Optional.ofNullable(value);
    }

    boolean isThere() {
        return value != null;
    }

    T orFail() {
        T there = value;
        if (there == null) {
            throw new IllegalStateException("this node is not ready yet");
        }
        return there;
    }
}
