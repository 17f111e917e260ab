package dev.divvy.distributor.writer;

import dev.divvy.distributor.ping.PingResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The services that take part, judged by their ping results so far. A value: each round of pings yields the next one.
 *
 * @param limits the limits of denials and returns
 * @param services the state of each registered service
 * @param caution whether too many live services failed at once in the last round, so that more failures are needed to deny them
 */
record LiveServices(DenialLimits limits, Map<String, ServiceState> services, boolean caution) {

    /** While too many services fail at once, this many times as many failures are needed to deny one. */
    private static final int CAUTION = 3;

    /**
     * The limits of denials and returns.
     *
     * @param failuresToDeny the number of consecutive failures after which a service is denied
     * @param mostDenied the share of the live services, in percent, that may be denied at once; one service always may
     * @param answersToReturn the number of consecutive answers after which a denied service takes part again
     */
    record DenialLimits(int failuresToDeny, int mostDenied, int answersToReturn) {}

    /**
     * The state of one service.
     *
     * @param alive whether it takes part
     * @param failures the number of consecutive failed pings
     * @param answers the number of consecutive answers of a denied service
     * @param reason the reason why it does not take part, or why its last ping failed; empty when it takes part and answered
     */
    record ServiceState(boolean alive, int failures, int answers, Optional<String> reason) {

        static final ServiceState ALIVE = new ServiceState(true, 0, 0, Optional.empty());
    }

    /** A change of a service between two rounds. */
    record ServiceChange(String service, Kind kind, String reason) {

        enum Kind {
            JOINED,
            RETURNED,
            DENIED,
            UNREGISTERED
        }
    }

    /** Returns the state before the first round: the services in the table count as alive, so that a change of the writer moves nothing. */
    static LiveServices initial(DenialLimits limits, Collection<String> inTable) {
        Map<String, ServiceState> services = new TreeMap<>();
        inTable.forEach(service -> services.put(service, ServiceState.ALIVE));
        return new LiveServices(limits, services, false);
    }

    /**
     * The results of a round.
     *
     * @param registered all registered services; those without a result stay as they are
     * @param counts whether a failure counts as one more in a row: those within one poll interval count once
     * @param admits whether services may join and return; empty if they may, else the reason why not
     */
    record RoundOutcome(
            Set<String> registered, Map<String, PingResult> results, boolean counts, Optional<String> admits) {}

    /** Returns the state after a round of pings. */
    LiveServices after(RoundOutcome round) {
        boolean careful = tooManyFail(round.results());
        Map<String, ServiceState> next = new TreeMap<>();
        for (String service : round.registered()) {
            ServiceState before = services.get(service);
            PingResult result = round.results().get(service);
            if (result == null) {
                if (before != null) {
                    next.put(service, before);
                }
            } else {
                next.put(service, result.alive() ? answered(before, round) : failed(before, result, round, careful));
            }
        }
        return new LiveServices(limits, next, careful);
    }

    /** Whether so many of the live services failed at once that the network is the more likely cause. */
    private boolean tooManyFail(Map<String, PingResult> results) {
        int failed = 0;
        for (String service : alive()) {
            PingResult result = results.get(service);
            failed += result == null || result.alive() ? 0 : 1;
        }
        return failed > Math.max(1, alive().size() * limits.mostDenied() / 100);
    }

    private ServiceState answered(@Nullable ServiceState before, RoundOutcome round) {
        if (before != null && before.alive()) {
            return ServiceState.ALIVE;
        }
        int answers = before == null ? limits.answersToReturn() : before.answers() + 1;
        if (answers < limits.answersToReturn()) {
            return new ServiceState(
                    false, 0, answers, Optional.of("answers again, " + answers + " of " + limits.answersToReturn()));
        }
        return round.admits().isEmpty() ? ServiceState.ALIVE : new ServiceState(false, 0, answers, round.admits());
    }

    private ServiceState failed(@Nullable ServiceState before, PingResult result, RoundOutcome round, boolean careful) {
        int failures = (before == null ? 0 : before.failures()) + (round.counts() ? 1 : 0);
        boolean enough = careful
                ? failures >= limits.failuresToDeny() * CAUTION
                : limits.failuresToDeny() == 1 || failures >= limits.failuresToDeny();
        return new ServiceState(before != null && before.alive() && !enough, failures, 0, result.denial());
    }

    boolean isDenied(String service) {
        ServiceState state = services.get(service);
        return state != null && !state.alive();
    }

    /** Returns the live services whose last ping failed. */
    Set<String> unanswered() {
        Set<String> unanswered = alive();
        unanswered.removeIf(service ->
                Objects.requireNonNull(services.get(service)).reason().isEmpty());
        return unanswered;
    }

    Set<String> alive() {
        Set<String> alive = new TreeSet<>();
        services.forEach((service, state) -> {
            if (state.alive()) {
                alive.add(service);
            }
        });
        return alive;
    }

    /** Returns the changes since an earlier state. */
    List<ServiceChange> changesSince(LiveServices before) {
        List<ServiceChange> changes = new ArrayList<>();
        services.forEach((service, now) -> {
            ServiceState then = before.services.get(service);
            if (now.alive() && (then == null || !then.alive())) {
                changes.add(new ServiceChange(
                        service, then == null ? ServiceChange.Kind.JOINED : ServiceChange.Kind.RETURNED, ""));
            } else if (!now.alive() && now.answers() == 0 && (then == null || then.alive())) {
                changes.add(new ServiceChange(
                        service, ServiceChange.Kind.DENIED, now.reason().orElse("")));
            }
        });
        before.services.keySet().stream()
                .filter(service -> !services.containsKey(service))
                .forEach(service -> changes.add(new ServiceChange(service, ServiceChange.Kind.UNREGISTERED, "")));
        return changes;
    }
}
