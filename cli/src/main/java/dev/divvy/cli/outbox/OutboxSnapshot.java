package dev.divvy.cli.outbox;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Backlog;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * An outbox at one moment: what waits, and who is there.
 *
 * @param sent how many events were ever sent, about
 * @param nanos when, on this process's clock
 */
public record OutboxSnapshot(Backlog backlog, OptionalLong sent, List<Members.One> members, long nanos) {

    public OutboxSnapshot {
        members = List.copyOf(members);
    }

    /** Looks now. */
    public static OutboxSnapshot at(OutboxConnection opened) {
        Outbox outbox = opened.outbox();
        return opened.askOn(connection -> {
            List<Members.One> members = Members.of(connection, outbox);
            // Before the backlog: what is sent in between is then not taken for handled.
            OptionalLong sent = Sent.of(connection, outbox);
            return new OutboxSnapshot(backlog(outbox), sent, members, System.nanoTime());
        });
    }

    private static Backlog backlog(Outbox outbox) throws SQLException {
        return outbox.admin().backlog();
    }

    /** Events sent a second since an earlier look. */
    public OptionalDouble sentRate(OutboxSnapshot before) {
        return sent.isPresent() && before.sent.isPresent()
                ? OptionalDouble.of(Math.max(0, sent.getAsLong() - before.sent.getAsLong()) / seconds(before))
                : OptionalDouble.empty();
    }

    /** Events handled a second since an earlier look: what was sent and does not wait. */
    public OptionalDouble handledRate(OutboxSnapshot before) {
        if (sent.isEmpty() || before.sent.isEmpty()) {
            return OptionalDouble.empty();
        }
        long handled = sent.getAsLong() - before.sent.getAsLong() - (waiting() - before.waiting());
        return OptionalDouble.of(Math.max(0, handled) / seconds(before));
    }

    private long waiting() {
        return backlog.pending() + backlog.aborted();
    }

    private double seconds(OutboxSnapshot before) {
        return Math.max(1, nanos - before.nanos) / 1e9;
    }
}
