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

    T orFail() {
        return get().orElseThrow(() -> new IllegalStateException("this node is not ready yet"));
    }
}
