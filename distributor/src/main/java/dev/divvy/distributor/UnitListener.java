package dev.divvy.distributor;

/**
 * Receives the units that a service gains and loses, in order, on one thread of its client. An exception is logged and changes nothing: a
 * unit whose {@link #gained} call failed counts as gained.
 */
public interface UnitListener {

    /** The service may work on this unit from now on. Return soon; do the work on another thread. */
    void gained(Unit unit);

    /** The service lost this unit: stop its work, then return. The next owner waits for the return, at most the grace time. */
    void lost(Unit unit);
}
