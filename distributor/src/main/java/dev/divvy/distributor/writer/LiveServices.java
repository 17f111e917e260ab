package dev.divvy.distributor.writer;

import dev.divvy.distributor.ping.PingResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The services that take part, judged by their ping results so far. A value: each round of pings yields the next one.
 *
 * @param failuresToDeny the number of consecutive failures after which a service is denied
 * @param services the state of each registered service
 */
record LiveServices(int failuresToDeny, Map<String, ServiceState> services) {

    /**
     * The state of one service.
     *
     * @param alive whether it takes part
     * @param failures the number of consecutive failed pings
     * @param reason the reason why the last ping failed; empty when it succeeded
     */
    record ServiceState(boolean alive, int failures, Optional<String> reason) {}

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
    static LiveServices initial(int failuresToDeny, Collection<String> inTable) {
        Map<String, ServiceState> services = new TreeMap<>();
        inTable.forEach(service -> services.put(service, new ServiceState(true, 0, Optional.empty())));
        return new LiveServices(failuresToDeny, services);
    }

    /**
     * Returns the state after a round of pings. A service without a result is no longer registered.
     *
     * @param counts whether a failure counts as one more in a row: if several failures make a denial, those within one poll interval count
     *     once
     */
    LiveServices after(Map<String, PingResult> results, boolean counts) {
        Map<String, ServiceState> next = new TreeMap<>();
        results.forEach((service, result) -> next.put(service, next(services.get(service), result, counts)));
        return new LiveServices(failuresToDeny, next);
    }

    private ServiceState next(@Nullable ServiceState before, PingResult result, boolean counts) {
        if (result.alive()) {
            return new ServiceState(true, 0, Optional.empty());
        }
        int failures = (before == null ? 0 : before.failures()) + (counts ? 1 : 0);
        boolean alive = before != null && before.alive() && failures < failuresToDeny;
        return new ServiceState(alive, failures, result.denial());
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
            } else if (!now.alive() && (then == null || then.alive())) {
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
