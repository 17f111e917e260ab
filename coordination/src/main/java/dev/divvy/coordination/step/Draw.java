package dev.divvy.coordination.step;

/** What must be unique in the world, drawn outside the pure step. */
public interface Draw {

    /** A number for a new incarnation, above this one and unlike any that another process would draw. */
    long incarnation(long above);

    /** The name of a new lineage. */
    String lineage();
}
