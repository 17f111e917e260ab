package dev.divvy.cache.replication.contents;

import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.TokenStore;
import java.util.ArrayList;
import java.util.List;

/** Reads the entries of a token in parts of limited size; the caller holds the monitor of the store. */
public final class ContentsReader {

    /** The bytes after which a part ends. */
    static final int PART_BYTES = 64 * 1024;

    private final TokenStore store;
    private final CacheClock clock;
    private int nextPart;
    private int cursor;
    private boolean atEnd;

    public ContentsReader(TokenStore store, CacheClock clock) {
        this.store = store;
        this.clock = clock;
    }

    public boolean isAtEnd() {
        return atEnd;
    }

    /** Returns a part; empty when there are no more. Parts are read one after the other; the first one begins anew. */
    public List<EntryChange> read(int part) {
        if (part != nextPart) {
            nextPart = 0;
        }
        if (nextPart == 0) {
            cursor = 0;
            atEnd = false;
        }
        while (nextPart < part && !atEnd) {
            readNext();
        }
        return readNext();
    }

    public List<EntryChange> readNext() {
        long now = clock.millis();
        List<EntryChange> entries = new ArrayList<>();
        if (nextPart == 0) {
            store.forgottenReports().forEach(report -> entries.add(EntryChange.forgot(report)));
        }
        nextPart++;
        int[] bytes = {0};
        while (!atEnd && bytes[0] < PART_BYTES) {
            cursor = store.scan(cursor, now, entry -> {
                entries.add(EntryChange.put(entry));
                bytes[0] += entry.length;
            });
            atEnd = cursor == 0;
        }
        return entries;
    }
}
