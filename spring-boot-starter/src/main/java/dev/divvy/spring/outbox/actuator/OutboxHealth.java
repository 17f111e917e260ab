package dev.divvy.spring.outbox.actuator;

import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.outbox.Outbox;
import dev.divvy.spring.outbox.OutboxProcessor;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The health of the processor: down without a lease, out of service while it has given its share away because it makes no progress, and up
 * otherwise, also while it is suspended.
 */
record OutboxHealth(Condition condition, Map<String, Object> details) {

    private static final double MILLIS_PER_SECOND = 1e3;

    /** The constants have the names of Spring Boot's statuses. */
    enum Condition {
        UP,
        OUT_OF_SERVICE,
        DOWN
    }

    static OutboxHealth of(Outbox outbox, OutboxProcessor processor) throws SQLException {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("processing", processor.processor().isPresent());
        Condition condition = processor
                .processor()
                .map(running -> describe(running.status(), details))
                .orElse(Condition.UP);
        if (condition == Condition.UP) {
            // Not otherwise: the pool may be exhausted, and the caller would wait for it.
            outbox.admin()
                    .backlog()
                    .oldest()
                    .ifPresent(age -> details.put("oldestSeconds", age.toMillis() / MILLIS_PER_SECOND));
        }
        return new OutboxHealth(condition, details);
    }

    private static Condition describe(GroupStatus status, Map<String, Object> details) {
        Optional<MemberStatus> member = status.members().stream()
                .filter(each -> each.id().equals(status.self().id()) && each.state() != MemberState.GONE)
                .findFirst();
        details.put("id", status.self().id());
        member.ifPresent(own -> details.put("state", own.state().name()));
        details.put("heldTokens", status.self().held());
        details.put("leaseMillis", status.self().lease().toMillis());
        details.put("members", status.members().size());
        Optional<String> problem = status.self()
                .problem()
                .or(() -> status.self().lease().isZero()
                        ? Optional.of("it has not joined its group yet, or the database has not answered for too long")
                        : Optional.empty());
        if (problem.isPresent()) {
            details.put("problem", problem.get());
            return Condition.DOWN;
        }
        if (status.self().stalled()) {
            details.put("problem", "it made no progress for too long and has given its share to the others");
            return Condition.OUT_OF_SERVICE;
        }
        member.filter(own -> own.state() == MemberState.SUSPENDED)
                .ifPresent(own -> details.put("suspended", suspension(status, own)));
        return Condition.UP;
    }

    private static String suspension(GroupStatus status, MemberStatus own) {
        if (status.suspended()) {
            return "an operator suspended the group";
        }
        if (status.exclusive().isPresent()) {
            return "an exclusive job runs, or waits to run";
        }
        return own.weight() == 0
                ? "an operator drained it"
                : "the application suspended it, or too many of its handlers hang";
    }
}
