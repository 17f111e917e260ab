package dev.divvy.boardsql.jdbc;

import dev.divvy.coordination.Subscription;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the database tells of its own accord: PostgreSQL's LISTEN and NOTIFY. It listens on one connection for all, while anybody listens;
 * when that is lost it makes another, and tells everybody that something may have happened meanwhile.
 */
public final class Notifications implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
    private static final int LONGEST_CHANNEL = 63;

    /** Who wants to know of one topic on one channel. */
    private record Ear(String channel, String topic, Runnable told) {}

    private final DataSource source;
    private final boolean possible;
    private final List<Ear> ears = new CopyOnWriteArrayList<>();

    /** Written under the lock of this object only. */
    private @Nullable NotificationLoop loop;

    /** Written under the lock of this object only. */
    private boolean closed;

    /** @param supported whether the database can tell: PostgreSQL can */
    public Notifications(DataSource source, boolean supported) {
        this.source = source;
        this.possible = supported && NotificationLoop.driverIsThere();
    }

    /** Whether this database tells anything, through a driver that hears it. */
    public boolean possible() {
        return possible;
    }

    /** Whether somebody listens at this moment: if not, one has to look. */
    public synchronized boolean hears() {
        return loop != null && loop.hears();
    }

    /** A channel's name of its own for each set of tables. */
    public static String channel(TableNames naming, String name) {
        String channel = naming.table(name).replace('.', '_').toLowerCase(Locale.ROOT);
        return channel.length() <= LONGEST_CHANNEL ? channel : "divvy_" + Integer.toHexString(channel.hashCode());
    }

    /** Tells of a topic with the commit of the transaction that this connection is in. */
    public static void send(Connection connection, String channel, String topic) throws SQLException {
        try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
            notify.setString(1, channel);
            notify.setString(2, topic);
            notify.execute();
        }
    }

    /**
     * Calls {@code told} soon after the topic was told of, and whenever that may have been missed: also once when listening has begun. Returns
     * at once, whether the database is there or not; {@code told} is called on a thread of its own and must not wait.
     */
    public synchronized Subscription listen(String channel, String topic, Runnable told) {
        if (!possible || closed) {
            return () -> {};
        }
        Ear ear = new Ear(channel, topic, told);
        ears.add(ear);
        if (loop == null) {
            loop = new NotificationLoop(source, this::channels, new Teller());
            loop.start();
        }
        AtomicBoolean open = new AtomicBoolean(true);
        return () -> {
            if (open.compareAndSet(true, false)) {
                forget(ear);
            }
        };
    }

    private synchronized void forget(Ear ear) {
        ears.remove(ear);
        if (ears.isEmpty()) {
            end();
        }
    }

    private List<String> channels() {
        return ears.stream().map(Ear::channel).distinct().toList();
    }

    private void end() {
        if (loop != null) {
            loop.end();
            loop = null;
        }
    }

    /** Nobody is told anything after that; whoever begins to listen hears nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        end();
    }

    private final class Teller implements NotificationLoop.Told {

        @Override
        public void tell(String channel, String topic) {
            tellAll(ear -> ear.channel().equals(channel) && ear.topic().equals(topic));
        }

        @Override
        public void mayHaveMissed(String channel) {
            tellAll(ear -> ear.channel().equals(channel));
        }

        /** One who throws keeps the news from nobody else. */
        private void tellAll(Predicate<Ear> whom) {
            for (Ear ear : ears) {
                if (whom.test(ear)) {
                    try {
                        ear.told().run();
                    } catch (RuntimeException e) {
                        LOG.warn("who was told of {} on {} failed", ear.topic(), ear.channel(), e);
                    }
                }
            }
        }
    }
}
