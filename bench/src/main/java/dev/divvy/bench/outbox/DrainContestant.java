package dev.divvy.bench.outbox;

/** An outbox implementation that drains a backlog. */
interface DrainContestant {

    String name();

    /**
     * Fills a table of its own, drains it with this many agents, and returns the events per second, from the start of the agents until the
     * last event is completed in the database.
     */
    double drain(int agents) throws Exception;
}
