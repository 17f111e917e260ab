package dev.divvy.cli.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Backlog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Reads the status of an outbox, without taking part in its group. The rates of a status cover the time since the previous status. */
public final class OutboxReader {

    private static final long RECENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OutboxConnection opened;
    private final Outbox outbox;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock; null before the first one. */
    private @Nullable Reading last;

    public OutboxReader(OutboxConnection opened) {
        this.opened = opened;
        this.outbox = opened.outbox();
    }

    /** A status, and the counts that the next one is compared with. */
    private record Reading(OutboxStatus status, Counts counts) {}

    /**
     * Counts at one moment.
     *
     * @param sent the approximate number of events that were ever sent
     * @param waiting the number of events that are not handled; empty where it is only estimated
     */
    private record Counts(OptionalLong sent, OptionalLong waiting, long nanos) {}

    /** Returns the current status. */
    public OutboxStatus read() {
        return read(0);
    }

    /** Returns a status that is at most a second old: reading counts rows, so its cost must not grow with the number of clients. */
    public OutboxStatus recent() {
        return read(RECENT_NANOS);
    }

    private OutboxStatus read(long maxAgeNanos) {
        try {
            // Interruptibly: while the database hangs, other threads that wait here can be interrupted.
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.failed("interrupted");
        }
        try {
            Reading known = last;
            if (known == null || System.nanoTime() - known.counts.nanos >= maxAgeNanos) {
                known = opened.askOn(this::reading);
                last = known;
            }
            return known.status;
        } finally {
            lock.unlock();
        }
    }

    private Reading reading(Connection connection) throws SQLException {
        List<OutboxStatus.Member> members = members(connection);
        // Before the backlog, so that events that are sent in between do not count as handled.
        OptionalLong sent = sent(connection);
        Backlog backlog = outbox.admin().backlog();
        OptionalLong waiting = backlog.estimated()
                ? OptionalLong.empty()
                : OptionalLong.of(backlog.pending() + backlog.aborted() + backlog.held());
        Counts now = new Counts(sent, waiting, System.nanoTime());
        Counts before = last == null ? now : last.counts;
        boolean known = now.sent.isPresent() && before.sent.isPresent();
        long sentSince = now.sent.orElse(0) - before.sent.orElse(0);
        boolean counted = known && now.waiting.isPresent() && before.waiting.isPresent();
        long handledSince = sentSince - (now.waiting.orElse(0) - before.waiting.orElse(0));
        double seconds = Math.max(1, now.nanos - before.nanos) / 1e9;
        OutboxStatus status = new OutboxStatus(
                backlog.pending(),
                backlog.retrying(),
                backlog.aborted(),
                backlog.held(),
                backlog.done(),
                backlog.estimated(),
                backlog.oldest().map(age -> age.toMillis() / 1e3).orElse(null),
                counted ? rate(handledSince, seconds) : null,
                known ? rate(sentSince, seconds) : null,
                members,
                outbox.admin().warnings());
        return new Reading(status, now);
    }

    private static Double rate(long events, double seconds) {
        return Math.round(Math.max(0, events) / seconds * 100) / 100.0;
    }

    /** Returns the members of the outbox's group. */
    List<OutboxStatus.Member> members(Connection connection) throws SQLException {
        String sql = "SELECT group_name, id, name, state, pieces, assigned, total, acknowledged, "
                + millisLeft(outbox.boards().databaseKind()) + " FROM "
                + outbox.settings().boardTable("member")
                + " WHERE group_name = ? ORDER BY name";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, outbox.settings().group());
            List<OutboxStatus.Member> members = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    long millisLeft = row.getLong(9);
                    members.add(new OutboxStatus.Member(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4).toLowerCase(Locale.ROOT),
                            millisLeft < 0,
                            row.getString(5),
                            row.getInt(6),
                            row.getInt(7),
                            row.getLong(8),
                            millisLeft / 1e3));
                }
            }
            return members;
        }
    }

    private static String millisLeft(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> "CAST(EXTRACT(EPOCH FROM expires_at - clock_timestamp()) * 1000 AS BIGINT)";
            case MARIADB, MYSQL -> "TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), expires_at) DIV 1000";
            case H2 -> "DATEDIFF('MILLISECOND', CURRENT_TIMESTAMP, expires_at)";
        };
    }

    /**
     * Returns the approximate number of events that were ever sent: the next id of the table. Completed events are deleted, so there is no
     * other source, and the catalogue is cheap to read. Empty where this user may not read it.
     */
    private OptionalLong sent(Connection connection) {
        try (PreparedStatement query = nextId(connection);
                ResultSet row = query.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        } catch (SQLException e) {
            return OptionalLong.empty();
        }
    }

    private PreparedStatement nextId(Connection connection) throws SQLException {
        DatabaseKind kind = outbox.boards().databaseKind();
        if (kind == DatabaseKind.POSTGRESQL) {
            PreparedStatement query = connection.prepareStatement(
                    "SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence(?, 'id') AS regclass)), 0)");
            query.setString(1, outbox.settings().eventTable());
            return query;
        }
        if (kind == DatabaseKind.MYSQL) {
            // Otherwise the value may be up to a day old.
            try (Statement set = connection.createStatement()) {
                set.execute("SET SESSION information_schema_stats_expiry = 0");
            }
        }
        boolean h2 = kind == DatabaseKind.H2;
        PreparedStatement query = connection.prepareStatement(
                h2
                        ? "SELECT identity_base FROM information_schema.columns WHERE column_name = 'ID'"
                                + " AND table_schema = COALESCE(?, CURRENT_SCHEMA) AND table_name = ?"
                        : "SELECT auto_increment FROM information_schema.tables"
                                + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?");
        String schema = outbox.settings().schema();
        String table = outbox.settings().table();
        query.setString(1, schema.isEmpty() ? null : h2 ? schema.toUpperCase(Locale.ROOT) : schema);
        query.setString(2, h2 ? table.toUpperCase(Locale.ROOT) : table);
        return query;
    }
}
