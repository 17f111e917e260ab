package dev.divvy.distributor.writer;

import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.UnitMoves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the events of the writer, one line each and without repetition. Used by the writing thread only. */
final class WriterLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.divvy.distributor");
    private static final Duration REPEAT = Duration.ofMinutes(1);
    private static final int MOST_NAMED = 5;
    private static final int MOST_REFUSED = 20;

    private List<Refusal> refused = List.of();
    private Optional<String> problem = Optional.empty();
    private long problemLoggedAt;
    private boolean noneAlive;
    private boolean caution;

    void startedWriting(String instance) {
        LOG.info("{} writes the table from now on", instance);
    }

    void stoppedWriting(String instance) {
        LOG.info("{} no longer writes the table", instance);
    }

    void serviceChanged(LiveServices.ServiceChange change) {
        switch (change.kind()) {
            case JOINED -> LOG.info("service {} is new and answers", change.service());
            case RETURNED -> LOG.info("service {} answers again", change.service());
            case DENIED ->
                LOG.warn("service {} does not answer: {}; its units go to others", change.service(), change.reason());
            case UNREGISTERED -> LOG.info("service {} is no longer registered", change.service());
        }
    }

    /** @param unitsChanged whether the list of units differs from the previous round */
    void redistributed(
            DistributionChange change,
            AssignmentTable table,
            List<LiveServices.ServiceChange> services,
            boolean unitsChanged) {
        UnitMoves moves = change.moves();
        LOG.info(
                "table {} published for {}: units moved {}, newly assigned {}, removed {}; because {}",
                change.next().epoch(),
                table.fields().size() == 1 ? "1 service" : table.fields().size() + " services",
                moves.moved(),
                moves.assigned(),
                moves.unassigned(),
                cause(change, services, unitsChanged));
    }

    /** Returns the cause of a change in words. */
    private static String cause(
            DistributionChange change, List<LiveServices.ServiceChange> changes, boolean unitsChanged) {
        List<String> causes = new ArrayList<>();
        for (LiveServices.ServiceChange.Kind kind : LiveServices.ServiceChange.Kind.values()) {
            List<String> services = changes.stream()
                    .filter(service -> service.kind() == kind)
                    .map(LiveServices.ServiceChange::service)
                    .toList();
            if (!services.isEmpty()) {
                causes.add(named(services)
                        + switch (kind) {
                            case JOINED -> " joined";
                            case RETURNED -> " answered again";
                            case DENIED -> " did not answer";
                            case UNREGISTERED -> " unregistered";
                        });
            }
        }
        if (unitsChanged) {
            causes.add("units were added or removed");
        }
        if (causes.isEmpty()) {
            return change.basis().isEmpty() ? "there was none" : "the stored table differed";
        }
        return String.join(", ", causes);
    }

    private static String named(List<String> services) {
        if (services.size() > MOST_NAMED) {
            return services.get(0) + " and " + (services.size() - 1) + " others";
        }
        int last = services.size() - 1;
        return last == 0
                ? services.get(0)
                : String.join(", ", services.subList(0, last)) + " and " + services.get(last);
    }

    /** Another instance is the writer now, or the distribution changed between reading and writing. */
    void rejected(DistributionChange change) {
        LOG.info(
                "table {} was rejected: the stored table changed, or another instance writes now; reading it again",
                change.next().epoch());
    }

    void refused(List<Refusal> now) {
        if (now.equals(refused)) {
            return;
        }
        Set<Refusal> known = new HashSet<>(refused);
        List<Refusal> fresh =
                now.stream().filter(refusal -> !known.contains(refusal)).toList();
        fresh.stream().limit(MOST_REFUSED).forEach(refusal -> LOG.warn("left out: {}", refusal));
        if (fresh.size() > MOST_REFUSED) {
            LOG.warn("left out: {} more names that cannot be used", fresh.size() - MOST_REFUSED);
        }
        refused = now;
    }

    void noServiceAnswers(boolean now, int registered) {
        if (now && !noneAlive) {
            LOG.warn("no service answers, registered are {}: the last table stays until one does", registered);
        }
        noneAlive = now;
    }

    /** Logs once that so many services fail at once that none of them is denied yet. */
    void caution(LiveServices services) {
        if (services.caution() && !caution) {
            LOG.warn(
                    "{} of {} services do not answer; so many at once are denied only if they do not answer several"
                            + " times",
                    services.unanswered().size(),
                    services.services().size());
        }
        caution = services.caution();
    }

    void forgotten(String namespace, Set<String> services) {
        LOG.warn(
                "removed from {}, because they have not answered for long: {}",
                namespace,
                named(List.copyOf(services)));
    }

    void problem(String message, long now) {
        if (!problem.equals(Optional.of(message)) || now - problemLoggedAt >= REPEAT.toNanos()) {
            LOG.error("{}; trying again", message);
            problemLoggedAt = now;
        }
        problem = Optional.of(message);
    }

    /** Logs a bug with its stack trace, but not every time. */
    void failed(RuntimeException e, long now) {
        String message = "a round failed: " + e;
        if (!problem.equals(Optional.of(message)) || now - problemLoggedAt >= REPEAT.toNanos()) {
            LOG.error("a round failed; trying again", e);
            problemLoggedAt = now;
        }
        problem = Optional.of(message);
    }

    void recovered() {
        problem.ifPresent(before -> LOG.info("the store answers again"));
        problem = Optional.empty();
    }
}
