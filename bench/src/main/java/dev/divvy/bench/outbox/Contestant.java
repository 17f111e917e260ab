package dev.divvy.bench.outbox;

/** Somebody who drains a backlog. */
interface Contestant {

    String name();

    /**
     * Fills a table of its own, drains it with so many agents, and answers how many events a second that was: from the moment when the
     * agents may begin until the last event is completed in the database.
     */
    double drain(int agents) throws Exception;
}
