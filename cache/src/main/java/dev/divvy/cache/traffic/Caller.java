package dev.divvy.cache.traffic;

import io.netty.channel.EventLoop;

/** A link that one party has for itself, for any thread. */
public final class Caller implements AutoCloseable {

    private final EventLoop loop;
    private final Link link;

    Caller(EventLoop loop, Link link) {
        this.loop = loop;
        this.link = link;
    }

    public void send(Errand errand) {
        loop.execute(() -> link.send(errand));
    }

    @Override
    public void close() {
        loop.execute(link::close);
    }
}
