package dev.divvy.cache.store;

import org.jspecify.annotations.Nullable;

/** Who must learn of every change of a shelf, such as another copy of it. */
@FunctionalInterface
public interface EntryChangeListener {

    /**
     * Called in the order of the changes, inside the monitor of the shelf: be quick, and lock nothing.
     *
     * @param old the entry that went, also when only its expiry was changed in place (then it is the same array); null if there
     *     was none
     * @param entry the entry that is there now; null when the old one was removed, had expired or was evicted
     */
    void changed(byte @Nullable [] old, byte @Nullable [] entry);
}
