package dev.divvy.cache.replication.contents;

import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A copy of a token that is sent in parts while the token is served: all entries first, then the keys that were changed meanwhile, as they
 * are now. The caller holds the monitor of the store.
 */
final class CopyInProgress {

    /** The parts of changed keys after which all the rest is sent at once: writes that go on must not keep a copy from its end. */
    static final int MAX_CHANGED_PARTS = 64;

    private final TokenStore store;
    private final CacheClock clock;
    private final ContentsReader reader;

    /** The keys that were changed since the copy began. */
    private final Set<ByteBuffer> changed = new LinkedHashSet<>();

    /** The reports whose keys were forgotten since the copy began. */
    private final List<EntryChange> forgotten = new ArrayList<>(0);

    /** Whether all entries were removed, and the receiver was not told. */
    private boolean flushed;

    private boolean begun;
    private boolean entriesSent;
    private int changedParts;

    CopyInProgress(TokenStore store, CacheClock clock) {
        this.store = store;
        this.clock = clock;
        this.reader = new ContentsReader(store, clock);
    }

    /** Takes note of a change. */
    void changed(byte[] entry) {
        if (begun) {
            int start = EntryLayout.keyStart();
            changed.add(ByteBuffer.wrap(Arrays.copyOfRange(entry, start, start + EntryLayout.keyLength(entry))));
        }
    }

    void flushed() {
        flushed = begun;
        entriesSent = begun; // what is put from now on is changed
        changed.clear();
    }

    void forgot(long report) {
        if (begun) {
            forgotten.add(EntryChange.forgot(report));
        }
    }

    /** Returns the next part; it may be empty. */
    List<EntryChange> next() {
        begun = true;
        List<EntryChange> part = new ArrayList<>(forgotten);
        forgotten.clear();
        if (flushed) {
            flushed = false;
            part.add(EntryChange.FLUSH);
        }
        if (!entriesSent) {
            part.addAll(reader.readNext());
            entriesSent = reader.isAtEnd();
            return part;
        }
        addChanged(part, ++changedParts > MAX_CHANGED_PARTS ? Long.MAX_VALUE : ContentsReader.PART_BYTES);
        return part;
    }

    @SuppressWarnings("ByteBufferBackingArray") // every buffer wraps exactly one key
    private void addChanged(List<EntryChange> part, long maxBytes) {
        long now = clock.millis();
        long bytes = 0;
        while (!changed.isEmpty() && bytes < maxBytes) {
            ByteBuffer first = changed.iterator().next();
            byte[] key = first.array();
            // Finding an expired entry removes it, which is a change.
            byte[] entry = store.find(key, 0, key.length, now);
            changed.remove(first);
            part.add(entry == null ? EntryChange.remove(key) : EntryChange.put(entry));
            bytes += entry == null ? key.length : entry.length;
        }
    }

    /** Whether everything was sent as it is now. */
    boolean isComplete() {
        return entriesSent && !flushed && changed.isEmpty() && forgotten.isEmpty();
    }
}
