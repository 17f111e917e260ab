package dev.divvy.distributor.client;

import dev.divvy.allocation.support.Names;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How one service takes part.
 *
 * @param host under which the distributor reaches this service
 * @param listenHost where it answers pings; usually the same
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
        String listenHost,
        int port,
        String namespace,
        Duration poll,
        Duration grace,
        Optional<Duration> cutOff,
        Duration farewell) {

    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]");
    private static final String USUAL_NAMESPACE = "sys-robots-list";
    private static final Duration USUAL_GRACE = Duration.ofSeconds(2);

    public ServiceSettings {
        Names.check("host", host, Names.LONGEST);
        Names.check("host to listen on", listenHost, Names.LONGEST);
        if (EVERYWHERE.contains(host)) {
            throw new IllegalArgumentException("host " + host
                    + " is no address that others reach this service under; name one, and listen on all of them with listeningOn(\""
                    + host + "\")");
        }
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
                host,
                port,
                USUAL_NAMESPACE,
                Duration.ofSeconds(1),
                USUAL_GRACE,
                Optional.of(USUAL_GRACE),
                Duration.ofSeconds(5));
    }

    /** Answers pings at this address, as within a container: {@code 0.0.0.0} for all that the machine has. */
    public ServiceSettings listeningOn(String next) {
        return new ServiceSettings(host, next, port, namespace, poll, grace, cutOff, farewell);
    }

    public ServiceSettings inNamespace(String next) {
        return new ServiceSettings(host, listenHost, port, next, poll, grace, cutOff, farewell);
    }

    public ServiceSettings withPoll(Duration next) {
        return new ServiceSettings(host, listenHost, port, namespace, next, grace, cutOff, farewell);
    }

    public ServiceSettings withGrace(Duration next) {
        return new ServiceSettings(host, listenHost, port, namespace, poll, next, cutOff, farewell);
    }

    public ServiceSettings withCutOff(Duration next) {
        return new ServiceSettings(host, listenHost, port, namespace, poll, grace, Optional.of(next), farewell);
    }

    /** Goes on with what it has when neither the distributor nor the table can be reached, as the original's services do. */
    public ServiceSettings neverCutOff() {
        return new ServiceSettings(host, listenHost, port, namespace, poll, grace, Optional.empty(), farewell);
    }

    public ServiceSettings withFarewell(Duration next) {
        return new ServiceSettings(host, listenHost, port, namespace, poll, grace, cutOff, next);
    }

    /** Its name, where it listens at this port: an address in the form that everybody reads alike. */
    String name(int listening) {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + listening;
    }

    private static void positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + " " + value + " must be positive");
        }
    }
}
