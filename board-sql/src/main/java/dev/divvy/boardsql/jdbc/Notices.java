package dev.divvy.boardsql.jdbc;

import dev.divvy.coordination.Subscription;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the database tells of its own accord: PostgreSQL's LISTEN and NOTIFY. It listens on one connection for all, while anybody listens;
 * when that is lost it makes another, and tells everybody that something may have happened meanwhile.
 */
public final class Notices implements AutoCloseable {

    private static final int LONGEST_CHANNEL = 63;

    /** Who wants to know of one topic on one channel. */
    record Ear(String channel, String topic, Runnable told) {}

    private final DataSource source;
    private final boolean possible;
    private final List<Ear> ears = new CopyOnWriteArrayList<>();

    /** Written under the lock of this object only. */
    private @Nullable NoticeLoop loop;

    public Notices(DataSource source, Product product) {
        this.source = source;
        this.possible = product == Product.POSTGRESQL && NoticeLoop.driverIsThere();
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
    public static String channel(Naming naming, String name) {
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

    /** Calls {@code told} soon after the topic was told of, and whenever that may have been missed, on a thread of its own. */
    public synchronized Subscription listen(String channel, String topic, Runnable told) {
        if (!possible) {
            return () -> {};
        }
        Ear ear = new Ear(channel, topic, told);
        ears.add(ear);
        if (loop == null) {
            loop = new NoticeLoop(source, this::channels, this::tell);
            loop.start();
        }
        loop.awaitListening(channel);
        return () -> forget(ear);
    }

    private synchronized void forget(Ear ear) {
        ears.remove(ear);
        if (ears.isEmpty()) {
            close();
        }
    }

    private List<String> channels() {
        return ears.stream().map(Ear::channel).distinct().collect(Collectors.toList());
    }

    /** No channel: anything may have happened. */
    private void tell(@Nullable String channel, String topic) {
        ears.stream()
                .filter(ear -> channel == null
                        || (ear.channel().equals(channel) && ear.topic().equals(topic)))
                .forEach(ear -> ear.told().run());
    }

    @Override
    public synchronized void close() {
        if (loop != null) {
            loop.end();
            loop = null;
        }
    }
}
