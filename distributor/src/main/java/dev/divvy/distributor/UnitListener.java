package dev.divvy.distributor;

/**
 * Is told of units gained and lost, in order, on one thread of its client. What it throws is logged and changes nothing: a unit that it
 * failed to take up counts as taken up.
 */
public interface UnitListener {

    /** This unit may be worked on from now on. Return soon: the work itself belongs to another thread. */
    void gained(Unit unit);

    /** This unit is lost: end what runs, then return. The next owner waits for that, at most the grace time. */
    void lost(Unit unit);
}
