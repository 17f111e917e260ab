package dev.divvy.cache.heal;

import dev.divvy.allocation.hash.function.Xxh3;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.StoreObserver;
import dev.divvy.cache.store.TokenStore;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Forgets the entries that were reported, as changes of this node. For some time it also forgets them in the tokens that this node takes
 * over: their former owner may not have had the report. If it had, the token says so, and what was written since stays.
 */
final class EntryForgetter implements StoreObserver {

    private static final ChangedKeys NO_KEYS = new ChangedKeys(new TreeMap<>());

    private enum Scope {
        KEYS,
        EVERYTHING,

        /** All reports have been applied: the token only takes note of that. */
        NOTHING
    }

    /**
     * A report that counts for tokens that are taken over, too.
     *
     * @param numbers a token that has forgotten all of these is left as it is
     */
    private record Retained(List<Long> numbers, Scope scope, ChangedKeys keys, long until) {

        boolean concerns(int token) {
            return scope != Scope.KEYS || keys.byToken().containsKey(token);
        }

        boolean contains(int token, long hash) {
            return scope == Scope.EVERYTHING || keys.contains(token, hash);
        }

        boolean isForgottenBy(TokenStore store) {
            return !numbers.isEmpty() && numbers.stream().allMatch(store.forgottenReports()::contains);
        }
    }

    private final EntryStore entryStore;
    private final ChangeRecord record;
    private final long retentionNanos;
    private final List<Retained> retained = new CopyOnWriteArrayList<>();

    EntryForgetter(EntryStore entryStore, ChangeRecord record, long retentionNanos) {
        this.entryStore = entryStore;
        this.record = record;
        this.retentionNanos = retentionNanos;
    }

    /** Forgets the keys of a report; returns the number of entries. */
    int forget(long report, ChangedKeys keys) {
        record.changed(keys);
        return forget(List.of(report), Scope.KEYS, keys);
    }

    /** Forgets all entries after a heal, since some report may be missing; returns their number. */
    int forgetAll(Collection<String> endedSides) {
        return forget(numbersOf(endedSides), Scope.EVERYTHING, NO_KEYS);
    }

    /** Takes note that nothing of these sides is left to be forgotten: all of their reports are here. */
    void forgotAll(Collection<String> endedSides) {
        int unused = forget(numbersOf(endedSides), Scope.NOTHING, NO_KEYS);
    }

    private static List<Long> numbersOf(Collection<String> sides) {
        return sides.stream()
                .map(side -> Xxh3.hash64(side.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private int forget(List<Long> numbers, Scope scope, ChangedKeys keys) {
        Retained report = new Retained(numbers, scope, keys, System.nanoTime() + retentionNanos);
        retained.add(report);
        int[] count = {0};
        entryStore.forEach((store, token) -> {
            synchronized (store) {
                if (store.isVisible()) {
                    count[0] += forget(token, store, report);
                }
            }
        });
        return count[0];
    }

    private static int forget(int token, TokenStore store, Retained report) {
        if (!report.concerns(token) || report.isForgottenBy(store)) {
            return 0;
        }
        int count = 0;
        if (report.scope != Scope.NOTHING) {
            for (byte[] entry : store.snapshot()) {
                long hash = HashedKeys.hash(entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry));
                if (report.contains(token, hash)) {
                    count += store.remove(entry) ? 1 : 0;
                }
            }
            // A load that began before may bring a value of before.
            store.cancelLeases();
        }
        report.numbers.forEach(store::forgot);
        return count;
    }

    /** Ends the retention of old reports. */
    void tick(long now) {
        retained.removeIf(report -> now - report.until >= 0);
    }

    @Override
    public void shown(TokenStore store) {
        for (Retained report : retained) {
            int unused = forget(store.token(), store, report);
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
