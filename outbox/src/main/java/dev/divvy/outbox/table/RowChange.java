package dev.divvy.outbox.table;

/**
 * The result of a change of rows that does not wait for locks.
 *
 * @param changed the number of rows that were changed
 * @param locked the number of rows that were left, because another transaction has locked them, or has changed them meanwhile
 */
public record RowChange(int changed, int locked) {

    /** Returns the number of rows that were found. */
    public int found() {
        return changed + locked;
    }
}
