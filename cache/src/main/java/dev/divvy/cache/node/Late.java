package dev.divvy.cache.node;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A part of a node that others need before it is there. Set once. */
public final class Late<T> {

    private volatile @Nullable T value;

    public void set(T now) {
        value = now;
    }

    public Optional<T> get() {
        return Optional.ofNullable(value);
    }

    public boolean isThere() {
        return value != null;
    }

    public T orFail() {
        T there = value;
        if (there == null) {
            throw new IllegalStateException("this node is not ready yet");
        }
        return there;
    }
}
