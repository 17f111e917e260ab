package dev.divvy.boardpeers.keep;

/** What a node is in its company, one at a time. While it lasts, the role is the one writer of the book. */
sealed interface Role permits Following, Collecting, Keeping {

    /** Whose words count; empty while this node knows of nobody. */
    String keeper();

    Book book();

    /** Whether something is to be done soon even if nothing happens. */
    boolean isBusy();
}
