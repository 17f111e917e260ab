package dev.divvy.cache.replication.simulation;

/** The faults and planned changes that a simulation injects. */
enum SimulatedFault {
    CRASH(2, true),
    /** A pause that ends no lease. */
    SHORT_PAUSE(8, true),
    /** A pause that may outlast the time-to-live. */
    LONG_PAUSE(2, true),
    /** A member does not reach the board, and is ejected while it runs and its connections work. */
    BOARD_UNREACHABLE(2, true),
    /** All links of a node break. */
    BROKEN_LINKS(4, true),
    CLOCK_DRIFT(3, true),
    LEAVE(4, false),
    JOIN(6, false),
    DRAIN(2, false),
    UNDRAIN(3, false),
    WEIGHT(3, false),
    SUSPEND(1, false),
    RESUME(4, false),
    MEMBER_SUSPENDED(1, false),
    MEMBER_RESUMED(3, false);

    /** How often it is chosen, relative to the others. */
    final int weight;

    /** Whether it is a fault and not a planned change. */
    final boolean fault;

    SimulatedFault(int weight, boolean fault) {
        this.weight = weight;
        this.fault = fault;
    }
}
