package dev.divvy.cache.traffic;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;

/** A link that one party has for itself, for any thread. */
public final class Caller implements AutoCloseable {

    private final EventLoop loop;
    private final Link link;

    Caller(EventLoop loop, Link link) {
        this.loop = loop;
        this.link = link;
    }

    void begin(Runnable connecting) {
        boolean unused = run(connecting);
    }

    public void send(Errand errand) {
        if (!run(() -> link.send(errand))) {
            errand.bounced(false);
        }
    }

    @Override
    public void close() {
        boolean unused = run(link::close);
    }

    /** Whether the loop still takes work: not when this node has ended. */
    private boolean run(Runnable action) {
        try {
            loop.execute(action);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }
}
