package dev.divvy.bench.allocation;

/** The membership changes of a group before it is measured. */
public enum GroupHistory {
    /** The first allocation: one range per member. */
    FRESH(0),
    /** After many joins and leaves: many ranges per member, many tenures. */
    CHURNED(300);

    final int events;

    GroupHistory(int events) {
        this.events = events;
    }
}
