package dev.divvy.coordination.support;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates named daemon threads, which never keep a process alive. */
public final class DaemonThreads {

    private DaemonThreads() {}

    public static Thread unstarted(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    public static Thread start(String name, Runnable task) {
        Thread thread = unstarted(name, task);
        thread.start();
        return thread;
    }

    /** Returns a factory that gives every thread the same name: for executors with one thread. */
    public static ThreadFactory named(String name) {
        return task -> unstarted(name, task);
    }

    /** Returns a factory that numbers its threads: {@code prefix-1}, {@code prefix-2}, ... */
    public static ThreadFactory numbered(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> unstarted(prefix + "-" + count.incrementAndGet(), task);
    }
}
