package dev.divvy.boardredis.connection;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.ChangeListeners;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The listeners of published changes, by channel. While there are any, one thread and one connection serve all of them. */
final class ChannelListeners implements AutoCloseable {

    private static final long CLOSE_TIMEOUT_MILLIS = 500;

    private final ConnectionFactory connections;
    private final SlotOwners masters;
    private final ChangeListeners<String> listeners = new ChangeListeners<>();

    /** Written under the lock of this object only. */
    private @Nullable SubscriberThread subscriber;

    /** Written under the lock of this object only. */
    private boolean closed;

    ChannelListeners(ConnectionFactory connections, SlotOwners masters) {
        this.connections = connections;
        this.masters = masters;
    }

    synchronized Subscription add(String channel, Runnable changed) {
        if (closed) {
            return () -> {};
        }
        boolean isSubscribed = listeners.topics().contains(channel);
        AtomicBoolean open = new AtomicBoolean(true);
        // The check skips a listener that is closed while others are being called.
        Subscription listener = listeners.add(channel, () -> {
            if (open.get()) {
                changed.run();
            }
        });
        if (subscriber == null) {
            subscriber = new SubscriberThread(connections, masters, listeners::topics, listeners::changed);
            subscriber.start();
        } else if (isSubscribed) {
            subscriber.published(channel);
        } else {
            subscriber.wake();
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
        } else if (subscriber != null) {
            subscriber.wake();
        }
    }

    private void end(boolean closingAll) {
        if (subscriber != null) {
            subscriber.end(closingAll);
            subscriber = null;
        }
    }

    /** Stops listening; waits for a listener that is being called, but not for long. */
    @Override
    public void close() {
        SubscriberThread last;
        synchronized (this) {
            closed = true;
            last = subscriber;
            end(true);
        }
        if (last != null) {
            last.join(CLOSE_TIMEOUT_MILLIS);
        }
    }
}
