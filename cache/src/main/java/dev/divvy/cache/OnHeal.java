package dev.divvy.cache;

/** The entries that nodes forget when the sides of a split network have become one cluster again. */
public enum OnHeal {
    /**
     * The keys that the losing side changed are forgotten: afterwards no client reads a value that was replaced or deleted on either side.
     */
    FORGET_CHANGED,

    /** The winning side keeps its entries, also those that were replaced or deleted on the other side. */
    KEEP,

    /** All entries are forgotten. */
    FORGET_ALL
}
