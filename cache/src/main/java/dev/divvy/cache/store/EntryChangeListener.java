package dev.divvy.cache.store;

import org.jspecify.annotations.Nullable;

/** Listens to every change of a {@link TokenStore}, for example to keep a copy of it. */
public interface EntryChangeListener {

    /**
     * Called in the order of the changes, inside the monitor of the store: it must return quickly and take no lock.
     *
     * @param old the entry before the change; the same array as {@code entry} when only its expiry was changed in place; null if the key
     *     had none
     * @param entry the entry after the change; null when the old one was removed, had expired or was evicted
     */
    void changed(byte @Nullable [] old, byte @Nullable [] entry);

    /** Called when a command removed a key that had no entry here. */
    void removedAbsent(byte[] data, int keyStart, int keyLength);

    /** Called when every entry was removed. */
    void flushed();

    /** Called when the keys of a report were forgotten. */
    void forgot(long report);
}
