package dev.divvy.distributor.ping;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads with a name and a number that keep no process alive. */
final class Daemons implements ThreadFactory {

    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    Daemons(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, name + "-" + made.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
