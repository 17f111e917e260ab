package dev.divvy.bench.allocation;

/** What a group went through before it is measured. */
public enum Past {
    /** It was just divided for the first time: one range a member. */
    FRESH(0),
    /** Members came and went: many ranges a member, many tenures. */
    CHURNED(300);

    final int events;

    Past(int events) {
        this.events = events;
    }
}
