package dev.divvy.allocation.codec;

import java.util.BitSet;
import java.util.List;

/** A decoded table whose rows other parts refer to by index. A writer puts no row into it that is never referred to. */
final class IndexedRows<T> {

    private final String name;
    private final int start;
    private final List<T> rows;
    private final BitSet used = new BitSet();

    IndexedRows(String name, int start, List<T> rows) {
        this.name = name;
        this.start = start;
        this.rows = rows;
    }

    int size() {
        return rows.size();
    }

    /** Returns a row, whose index was checked to be below {@link #size()}. */
    T use(int row) {
        used.set(row);
        return rows.get(row);
    }

    void requireAllUsed() {
        int unused = used.nextClearBit(0);
        if (unused < rows.size()) {
            throw new CorruptAllocationException(
                    name + " " + unused + " is in its table, but nothing refers to it", start);
        }
    }
}
