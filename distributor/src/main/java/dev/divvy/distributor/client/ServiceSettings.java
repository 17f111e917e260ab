package dev.divvy.distributor.client;

import dev.divvy.allocation.Names;
import java.time.Duration;
import java.util.Optional;

/**
 * How one service takes part.
 *
 * @param host under which the distributor reaches this service, and where it answers pings
 * @param port to answer pings at; 0 for any that is free
 * @param namespace the list of services that it registers in
 * @param poll how often the table is read, besides hints
 * @param grace how long the former owner of a unit is waited for when it does not say that it let go; all services should have the same
 * @param cutOff after how long without a ping and without the table this service lets go of everything: others are about to take over.
 *     Empty for never
 * @param farewell how long closing waits for the table to give the units to others, before it lets go of them
 */
public record ServiceSettings(
        String host,
        int port,
        String namespace,
        Duration poll,
        Duration grace,
        Optional<Duration> cutOff,
        Duration farewell) {

    private static final String USUAL_NAMESPACE = "sys-robots-list";
    private static final Duration USUAL_GRACE = Duration.ofSeconds(2);

    public ServiceSettings {
        Names.check("host", host, Names.LONGEST);
        Names.check("namespace of services", namespace, Names.LONGEST);
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not between 0 and 65535");
        }
        positive("poll", poll);
        positive("grace", grace);
        cutOff.ifPresent(length -> positive("cut-off", length));
        positive("farewell", farewell);
    }

    /** The usual, at this address. */
    public static ServiceSettings at(String host, int port) {
        return new ServiceSettings(
                host,
                port,
                USUAL_NAMESPACE,
                Duration.ofSeconds(1),
                USUAL_GRACE,
                Optional.of(USUAL_GRACE),
                Duration.ofSeconds(5));
    }

    public ServiceSettings inNamespace(String next) {
        return new ServiceSettings(host, port, next, poll, grace, cutOff, farewell);
    }

    public ServiceSettings withPoll(Duration next) {
        return new ServiceSettings(host, port, namespace, next, grace, cutOff, farewell);
    }

    public ServiceSettings withGrace(Duration next) {
        return new ServiceSettings(host, port, namespace, poll, next, cutOff, farewell);
    }

    public ServiceSettings withCutOff(Duration next) {
        return new ServiceSettings(host, port, namespace, poll, grace, Optional.of(next), farewell);
    }

    /** Goes on with what it has when neither the distributor nor the table can be reached, as the original's services do. */
    public ServiceSettings neverCutOff() {
        return new ServiceSettings(host, port, namespace, poll, grace, Optional.empty(), farewell);
    }

    public ServiceSettings withFarewell(Duration next) {
        return new ServiceSettings(host, port, namespace, poll, grace, cutOff, next);
    }

    private static void positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + " " + value + " must be positive");
        }
    }
}
