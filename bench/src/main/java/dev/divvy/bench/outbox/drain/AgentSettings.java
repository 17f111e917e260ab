package dev.divvy.bench.outbox.drain;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What an agent's process is told.
 *
 * @param agents the number of agents that share the work
 * @param handlerMillis how long the handler of an event takes, without using the processor
 */
record AgentSettings(String id, int agents, int handlerMillis) {

    /** The threads of an agent that handle events: as many as a processor of Divvy has by default. */
    static final int THREADS = 2;

    void handle() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(handlerMillis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
