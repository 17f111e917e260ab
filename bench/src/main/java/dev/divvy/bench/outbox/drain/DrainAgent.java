package dev.divvy.bench.outbox.drain;

/** One agent of a contestant, in a process of its own. */
interface DrainAgent extends AutoCloseable {

    /** Returns whether it has what it needs to begin, such as its share. */
    boolean isReady();

    /** Begins to drain a backlog that has been committed. Does nothing where the commit itself tells the agents. */
    void begin();

    /** Returns the number of events that are completed in the database. */
    long completed();

    @Override
    void close();
}
