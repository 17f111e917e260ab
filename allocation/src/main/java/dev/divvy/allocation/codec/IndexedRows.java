package dev.divvy.allocation.codec;

import java.util.BitSet;
import java.util.List;

/** A table that was read, whose rows other parts name by number. A writer leaves no row in it that nobody names. */
final class IndexedRows<T> {

    private final String what;
    private final int start;
    private final List<T> rows;
    private final BitSet used = new BitSet();

    IndexedRows(String what, int start, List<T> rows) {
        this.what = what;
        this.start = start;
        this.rows = rows;
    }

    int size() {
        return rows.size();
    }

    /** One that was checked to be below {@link #size()}. */
    T use(int row) {
        used.set(row);
        return rows.get(row);
    }

    void requireAllUsed() {
        int unused = used.nextClearBit(0);
        if (unused < rows.size()) {
            throw new CorruptAllocationException(what + " " + unused + " is in its table, but nothing names it", start);
        }
    }
}
