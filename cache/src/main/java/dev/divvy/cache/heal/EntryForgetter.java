package dev.divvy.cache.heal;

import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.StoreObserver;
import dev.divvy.cache.store.TokenStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Forgets the entries that were reported, as changes of this node. For some time it also forgets them in the tokens that this node takes
 * over: their former owner may not have had the report.
 */
final class EntryForgetter implements StoreObserver {

    /**
     * A report that counts for tokens that are taken over, too.
     *
     * @param keys empty for all keys
     */
    private record Retained(Optional<ChangedKeys> keys, long until) {}

    private final EntryStore entryStore;
    private final ChangeRecord record;
    private final long retentionNanos;
    private final List<Retained> retained = new CopyOnWriteArrayList<>();

    EntryForgetter(EntryStore entryStore, ChangeRecord record, long retentionNanos) {
        this.entryStore = entryStore;
        this.record = record;
        this.retentionNanos = retentionNanos;
    }

    /** Forgets these keys; returns the number of entries. */
    int forget(ChangedKeys keys) {
        record.changed(keys);
        return forget(Optional.of(keys));
    }

    /** Forgets all entries; returns their number. */
    int forgetAll() {
        return forget(Optional.empty());
    }

    private int forget(Optional<ChangedKeys> keys) {
        retained.add(new Retained(keys, System.nanoTime() + retentionNanos));
        int[] count = {0};
        entryStore.forEach((store, token) -> {
            synchronized (store) {
                count[0] += forget(token, store, keys);
            }
        });
        return count[0];
    }

    private static int forget(int token, TokenStore store, Optional<ChangedKeys> keys) {
        if (keys.isPresent() && !keys.get().byToken().containsKey(token)) {
            return 0;
        }
        int count = 0;
        for (byte[] entry : store.snapshot()) {
            long hash = HashedKeys.hash(entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry));
            if (keys.isEmpty() || keys.get().contains(token, hash)) {
                count += store.remove(entry) ? 1 : 0;
            }
        }
        // A load that began before may bring a value of before.
        store.cancelLeases();
        return count;
    }

    /** Ends the retention of old reports. */
    void tick(long now) {
        retained.removeIf(report -> now - report.until >= 0);
    }

    @Override
    public void shown(TokenStore store) {
        for (Retained report : retained) {
            int unused = forget(store.token(), store, report.keys);
        }
    }

    @Override
    public void changed(int token, byte[] data, int keyStart, int keyLength) {
        record.changed(token, HashedKeys.hash(data, keyStart, keyLength));
    }

    @Override
    public void flushed(int token) {
        record.changedWhole(token);
    }
}
