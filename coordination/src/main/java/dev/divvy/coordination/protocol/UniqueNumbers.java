package dev.divvy.coordination.protocol;

/** A source of unique numbers and names, kept outside the pure step. */
public interface UniqueNumbers {

    /** Returns a number for a new incarnation that is above this one and that no other process draws. */
    long incarnation(long above);

    /** Returns the name of a new lineage. */
    String lineage();
}
