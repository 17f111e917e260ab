package dev.divvy.distributor.writer;

import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.ping.Pinger;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The pings of a round: of the services that take part or are new, for which it waits, and of the denied ones beside it. */
final class ServicePings {

    /** The time by which a round of pings may exceed the ping timeout, on a very busy machine. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final Pinger pinger;
    private final Duration timeout;
    private final DeniedServices denied;
    private final WriterCounters counters;

    ServicePings(Pinger pinger, Duration timeout, DeniedServices denied, WriterCounters counters) {
        this.pinger = pinger;
        this.timeout = timeout;
        this.denied = denied;
        this.counters = counters;
    }

    /**
     * Runs the first pings of a new writer. It has no connections yet, and a thousand of them take a while to open: pings all services
     * again as long as more of them answer.
     */
    Map<String, PingResult> first(Set<String> services) throws InterruptedException {
        Map<String, PingResult> results = ping(services);
        for (long before = -1; alive(results) > before && alive(results) < services.size(); ) {
            before = alive(results);
            addAnswers(results, ping(services));
        }
        return results;
    }

    /** Returns the results of all services but those denied ones that were not asked, or have not answered yet. */
    Map<String, PingResult> next(Set<String> services, LiveServices before) throws InterruptedException {
        Set<String> absent = new TreeSet<>(services);
        absent.removeIf(service -> !before.isDenied(service));
        Map<String, PingResult> ofAbsent = denied.results(absent, System.nanoTime());
        counters.pinged(ofAbsent.values());
        Set<String> present = new TreeSet<>(services);
        present.removeAll(absent);
        Map<String, PingResult> results = ping(present);
        if (failed(results) > 1) {
            // Rather the network or this machine than the services: all are asked again.
            Map<String, PingResult> again = ping(present);
            if (failed(again) > failed(results)) {
                results = again; // what happens had only begun
            } else {
                addAnswers(results, again);
            }
        }
        results.putAll(ofAbsent);
        return results;
    }

    /** Returns the denied services that have not answered for this long. */
    Set<String> silentFor(Duration time, long now) {
        return denied.silentFor(time, now);
    }

    private static void addAnswers(Map<String, PingResult> results, Map<String, PingResult> again) {
        again.forEach(
                (service, result) -> results.merge(service, result, (first, second) -> first.alive() ? first : second));
    }

    private static long failed(Map<String, PingResult> results) {
        return results.size() - alive(results);
    }

    private static long alive(Map<String, PingResult> results) {
        return results.values().stream().filter(PingResult::alive).count();
    }

    private Map<String, PingResult> ping(Set<String> services) throws InterruptedException {
        try {
            Map<String, PingResult> results =
                    pinger.round(services).get(timeout.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
            counters.pinged(results.values());
            return new TreeMap<>(results);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a round of pings did not complete: " + e, e);
        }
    }
}
