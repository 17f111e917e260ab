package dev.divvy.boardredis.link;

import dev.divvy.coordination.Subscription;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who wants to know of what is published. One thread and one connection serve all, while anybody listens. */
final class Hints implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Hints.class);

    private static final long FAREWELL_MILLIS = 500;

    /** Who listens to one channel until it is closed. */
    private record Ear(String channel, Runnable changed, AtomicBoolean open) {}

    private final Door door;
    private final Masters masters;
    private final List<Ear> ears = new CopyOnWriteArrayList<>();

    /** Written under the lock of this object only. */
    private @Nullable HintLoop loop;

    /** Written under the lock of this object only. */
    private boolean closed;

    Hints(Door door, Masters masters) {
        this.door = door;
        this.masters = masters;
    }

    synchronized Subscription listen(String channel, Runnable changed) {
        if (closed) {
            return () -> {};
        }
        Ear ear = new Ear(channel, changed, new AtomicBoolean(true));
        boolean heardAlready = channels().contains(channel);
        ears.add(ear);
        if (loop == null) {
            loop = new HintLoop(door, masters, this::channels, this::tell);
            loop.start();
        } else if (heardAlready) {
            loop.heard(channel);
        } else {
            loop.wake();
        }
        return () -> {
            if (ear.open().compareAndSet(true, false)) {
                forget(ear);
            }
        };
    }

    private synchronized void forget(Ear ear) {
        ears.remove(ear);
        if (ears.isEmpty()) {
            end(false);
        } else if (loop != null) {
            loop.wake();
        }
    }

    private Set<String> channels() {
        Set<String> channels = new HashSet<>();
        ears.forEach(ear -> channels.add(ear.channel()));
        return channels;
    }

    /** One who throws keeps the news from nobody else. */
    private void tell(String channel) {
        for (Ear ear : ears) {
            if (ear.channel().equals(channel) && ear.open().get()) {
                try {
                    ear.changed().run();
                } catch (RuntimeException e) {
                    LOG.warn("who was told of a change on {} failed", channel, e);
                }
            }
        }
    }

    private void end(boolean andTheDoor) {
        if (loop != null) {
            loop.end(andTheDoor);
            loop = null;
        }
    }

    /** Whoever is told something just now is waited for, but not for long. */
    @Override
    public void close() {
        HintLoop last;
        synchronized (this) {
            closed = true;
            last = loop;
            end(true);
        }
        if (last != null && last != Thread.currentThread()) {
            try {
                last.join(FAREWELL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
