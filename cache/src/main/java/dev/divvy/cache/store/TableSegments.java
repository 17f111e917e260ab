package dev.divvy.cache.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a large {@link EntryTable}, found by the low bits of the hash (extendible hashing): a segment that is full is divided into
 * two by one more bit, and two that are nearly empty become one. Not thread-safe.
 */
final class TableSegments {

    /** The bits by which segments may be told apart. Beyond that, which takes an improbable set of hashes, a segment just grows. */
    private static final int MAX_DEPTH = 20;

    /** Two segments with no more entries than this become one, which is far from being divided again. */
    private static final int UNITED_ENTRIES = EntryTable.MAX_ENTRIES / 4;

    /** The segment for each value of the low bits of a hash; a segment with fewer bits is there several times. */
    private EntryTable[] directory;

    private int size;
    private long segmentBytes;

    TableSegments(byte[][] entries) {
        directory = new EntryTable[] {new EntryTable(1), new EntryTable(1)};
        for (byte[] entry : entries) {
            put(entry);
        }
    }

    int size() {
        return size;
    }

    long bytes() {
        return segmentBytes + EntryLayout.arrayMemory((long) directory.length * ReferenceSize.BYTES);
    }

    /** Returns the segment for these low bits. */
    EntryTable of(int hash) {
        return directory[hash & (directory.length - 1)];
    }

    byte @Nullable [] put(byte[] entry) {
        int hash = EntryLayout.hash(entry);
        EntryTable segment = of(hash);
        while (segment.size() >= EntryTable.MAX_ENTRIES && segment.depth() < MAX_DEPTH) {
            divide(segment, hash);
            segment = of(hash);
        }
        long before = segment.bytes();
        byte[] old = segment.put(entry);
        segmentBytes += segment.bytes() - before;
        size += old == null ? 1 : 0;
        return old;
    }

    /** Divides a segment by one more bit. Nothing is changed before all memory is allocated. */
    private void divide(EntryTable segment, int hash) {
        EntryTable zeros = new EntryTable(segment.depth() + 1);
        EntryTable ones = new EntryTable(segment.depth() + 1);
        int bit = 1 << segment.depth();
        for (byte[] entry : segment.snapshot()) {
            ((EntryLayout.hash(entry) & bit) == 0 ? zeros : ones).put(entry);
        }
        EntryTable[] next = bit < directory.length ? directory : doubled();
        for (int i = hash & (bit - 1); i < next.length; i += bit) {
            next[i] = (i & bit) == 0 ? zeros : ones;
        }
        directory = next;
        segmentBytes += zeros.bytes() + ones.bytes() - segment.bytes();
    }

    private EntryTable[] doubled() {
        EntryTable[] next = Arrays.copyOf(directory, directory.length * 2);
        System.arraycopy(directory, 0, next, directory.length, directory.length);
        return next;
    }

    byte @Nullable [] remove(byte[] entry) {
        int hash = EntryLayout.hash(entry);
        EntryTable segment = of(hash);
        long before = segment.bytes();
        byte[] old = segment.remove(entry);
        segmentBytes += segment.bytes() - before;
        if (old != null) {
            size--;
            unite(segment, hash);
        }
        return old;
    }

    /** Unites a segment with the one that differs in its last bit, if both are nearly empty, and so on. */
    private void unite(EntryTable segment, int hash) {
        EntryTable united = segment;
        while (united.depth() > 0) {
            int bit = 1 << (united.depth() - 1);
            EntryTable other = of(hash ^ bit);
            if (other.depth() != united.depth() || united.size() + other.size() > UNITED_ENTRIES) {
                return;
            }
            united = union(united, other);
            for (int i = hash & (bit - 1); i < directory.length; i += bit) {
                directory[i] = united;
            }
        }
    }

    private EntryTable union(EntryTable one, EntryTable other) {
        EntryTable united = new EntryTable(one.depth() - 1);
        for (byte[] entry : one.snapshot()) {
            united.put(entry);
        }
        for (byte[] entry : other.snapshot()) {
            united.put(entry);
        }
        segmentBytes += united.bytes() - one.bytes() - other.bytes();
        return united;
    }

    /** Returns the segment that has all entries; null while there are several. */
    @Nullable
    EntryTable single() {
        return directory[0].depth() == 0 ? directory[0] : null;
    }

    /** Writes all entries; returns their number. */
    int copyTo(byte[][] target) {
        int next = 0;
        for (int i = 0; i < directory.length; i++) {
            if (isFirst(i)) {
                next = directory[i].copyTo(target, next);
            }
        }
        return next;
    }

    /** Whether the segment at this index is at no lower one. */
    private boolean isFirst(int index) {
        return index < 1 << directory[index].depth();
    }

    int slots() {
        int slots = 0;
        for (int i = 0; i < directory.length; i++) {
            slots += isFirst(i) ? directory[i].slots() : 0;
        }
        return slots;
    }

    /** Returns an entry chosen by a random number; null when there is none. */
    byte @Nullable [] sample(int random) {
        for (int i = 0; i < directory.length; i++) {
            byte[] entry = of(random + i).sample(random);
            if (entry != null) {
                return entry;
            }
        }
        return null;
    }
}
