package dev.divvy.cli.outbox;

import dev.divvy.outbox.event.Backlog;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * An outbox as its JSON shows it.
 *
 * @param oldestSeconds the age of the oldest pending event; null when none is pending
 * @param handledPerSecond null when it is not known
 * @param sentPerSecond null when it is not known
 */
record OutboxView(
        long pending,
        long retrying,
        long aborted,
        long done,
        @Nullable Double oldestSeconds,
        @Nullable Double handledPerSecond,
        @Nullable Double sentPerSecond,
        List<Member> members) {

    /** A row of the members' view. */
    record Member(
            String group,
            String id,
            String name,
            String state,
            boolean silent,
            String pieces,
            int assigned,
            int total,
            long acknowledged,
            double expiresInSeconds) {

        private static Member of(Members.One member) {
            return new Member(
                    member.group(),
                    member.id(),
                    member.name(),
                    member.state(),
                    member.isSilent(),
                    member.pieces(),
                    member.assigned(),
                    member.total(),
                    member.acknowledged(),
                    member.expiresIn().toMillis() / 1e3);
        }
    }

    /** An outbox that could not be read. */
    record Trouble(String trouble) {}

    /** @param before an earlier snapshot, for the rates */
    static OutboxView of(OutboxSnapshot now, OutboxSnapshot before) {
        Backlog backlog = now.backlog();
        return new OutboxView(
                backlog.pending(),
                backlog.retrying(),
                backlog.aborted(),
                backlog.done(),
                backlog.oldest().map(age -> age.toMillis() / 1e3).orElse(null),
                rounded(now.handledRate(before)),
                rounded(now.sentRate(before)),
                now.members().stream().map(Member::of).toList());
    }

    private static @Nullable Double rounded(OptionalDouble rate) {
        return rate.isPresent() ? (Double) (Math.round(rate.getAsDouble() * 10) / 10.0) : null;
    }
}
