package dev.divvy.distributor.writer;

import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.ping.Pinger;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The pings of services that are denied. No round waits for them, and the longer a service is denied, the less often it is asked. Used by the
 * writing thread only.
 */
final class DeniedServices {

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** A service that was denied for some time is asked again after this part of that time. */
    private static final int PART = 8;

    private final Pinger pinger;
    private final Duration pollInterval;
    private final Runnable onAnswer;
    private final Map<String, Asked> services = new HashMap<>();

    /** A denied service. */
    private static final class Asked {
        private long since;
        private long next;
        private @Nullable CompletableFuture<PingResult> ping;

        private Asked(long now) {
            since = now;
            next = now;
        }
    }

    /** @param onAnswer run on another thread when a denied service has answered */
    DeniedServices(Pinger pinger, Duration pollInterval, Runnable onAnswer) {
        this.pinger = pinger;
        this.pollInterval = pollInterval;
        this.onAnswer = onAnswer;
    }

    /** Returns the results since the last call, and asks those of the denied services whose turn it is. */
    Map<String, PingResult> results(Set<String> denied, long now) {
        services.keySet().retainAll(denied);
        Map<String, PingResult> results = new TreeMap<>();
        for (String service : denied) {
            Asked asked = services.computeIfAbsent(service, name -> new Asked(now));
            if (asked.ping != null && asked.ping.isDone()) {
                PingResult result = asked.ping.join();
                asked.ping = null;
                asked.since = result.alive() ? now : asked.since;
                asked.next = now + pause(asked, now);
                results.put(service, result);
            }
            if (asked.ping == null && now - asked.next >= 0) {
                asked.ping = ask(service);
            }
        }
        return results;
    }

    private CompletableFuture<PingResult> ask(String service) {
        CompletableFuture<PingResult> ping = pinger.ask(service);
        CompletableFuture<Void> unused = ping.thenAccept(result -> {
            if (result.alive()) {
                onAnswer.run();
            }
        });
        return ping;
    }

    private long pause(Asked asked, long now) {
        long part = (now - asked.since) / PART;
        return Math.max(pollInterval.toNanos(), Math.min(LONGEST_PAUSE.toNanos(), part));
    }

    /** Returns the services that have not answered for this long. */
    Set<String> silentFor(Duration time, long now) {
        Set<String> found = new TreeSet<>();
        services.forEach((service, asked) -> {
            if (now - asked.since >= time.toNanos()) {
                found.add(service);
            }
        });
        return found;
    }
}
