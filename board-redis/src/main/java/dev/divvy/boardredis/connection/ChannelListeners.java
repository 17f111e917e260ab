package dev.divvy.boardredis.connection;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.ChangeListeners;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The listeners to what is published on channels. One thread and one connection serve all of them, while there are any. */
final class ChannelListeners implements AutoCloseable {

    private static final long FAREWELL_MILLIS = 500;

    private final ConnectionFactory door;
    private final SlotOwners masters;
    private final ChangeListeners<String> listeners = new ChangeListeners<>();

    /** Written under the lock of this object only. */
    private @Nullable SubscriberThread reader;

    /** Written under the lock of this object only. */
    private boolean closed;

    ChannelListeners(ConnectionFactory door, SlotOwners masters) {
        this.door = door;
        this.masters = masters;
    }

    synchronized Subscription add(String channel, Runnable changed) {
        if (closed) {
            return () -> {};
        }
        boolean isReadAlready = listeners.topics().contains(channel);
        AtomicBoolean open = new AtomicBoolean(true);
        // The check keeps the news from a listener that is closed while others are being told.
        Subscription listener = listeners.add(channel, () -> {
            if (open.get()) {
                changed.run();
            }
        });
        if (reader == null) {
            reader = new SubscriberThread(door, masters, listeners::topics, listeners::changed);
            reader.start();
        } else if (isReadAlready) {
            reader.published(channel);
        } else {
            reader.wake();
        }
        return () -> {
            if (open.compareAndSet(true, false)) {
                remove(listener);
            }
        };
    }

    private synchronized void remove(Subscription listener) {
        listener.close();
        if (listeners.isEmpty()) {
            end(false);
        } else if (reader != null) {
            reader.wake();
        }
    }

    private void end(boolean andAllConnections) {
        if (reader != null) {
            reader.end(andAllConnections);
            reader = null;
        }
    }

    /** A listener that is being called is waited for, but not for long. */
    @Override
    public void close() {
        SubscriberThread last;
        synchronized (this) {
            closed = true;
            last = reader;
            end(true);
        }
        if (last != null) {
            last.join(FAREWELL_MILLIS);
        }
    }
}
