package dev.divvy.coordination.protocol;

/** What must be unique in the world, drawn outside the pure step. */
public interface UniqueNumbers {

    /** A number for a new incarnation, above this one and unlike any that another process would draw. */
    long incarnation(long above);

    /** The name of a new lineage. */
    String lineage();
}
