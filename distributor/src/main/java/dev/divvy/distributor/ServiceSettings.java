package dev.divvy.distributor;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Settings of one service. Immutable. */
public final class ServiceSettings {

    /** Longer ago the writer forgets that a unit moved, and with it the former owner that the new one would wait for. */
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(100);

    /** The default grace time. */
    static final Duration GRACE = Duration.ofSeconds(2);

    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]");

    private final String host;
    private final int port;

    /** Not changed after construction. */
    private final Values values;

    private static final class Values implements Cloneable {
        private Optional<String> listenHost = Optional.empty();
        private String namespace = StoreNames.DEFAULT.services().get(0);
        private Duration poll = Duration.ofSeconds(1);
        private Duration grace = GRACE;
        private Optional<Duration> cutOff = Optional.of(GRACE);
        private Duration closeTimeout = Duration.ofSeconds(5);

        @Override
        protected Values clone() {
            try {
                return (Values) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private ServiceSettings(String host, int port, Values values) {
        this.host = NameRules.check("host", host, NameRules.LONGEST);
        this.port = port;
        this.values = values;
        NameRules.check("host to listen on", listenHost(), NameRules.LONGEST);
        if (EVERYWHERE.contains(host)) {
            throw new IllegalArgumentException("host " + host
                    + " is not an address at which others reach this service; name one, and listen on all of them with"
                    + " withListenHost(\""
                    + host + "\")");
        }
        NameRules.check("namespace of services", namespace(), NameRules.LONGEST);
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not between 0 and 65535");
        }
        Durations.positive("poll", poll());
        Durations.between("grace", grace(), Duration.ofNanos(1), LONGEST_GRACE);
        cutOff().ifPresent(length -> Durations.positive("cut-off", length));
        Durations.positive("close timeout", closeTimeout());
    }

    /**
     * Returns the defaults, for a service that others reach at this address.
     *
     * @param port the port at which pings are answered; 0 for any free port
     */
    public static ServiceSettings at(String host, int port) {
        return new ServiceSettings(host, port, new Values());
    }

    private ServiceSettings with(Consumer<Values> change) {
        Values next = values.clone();
        change.accept(next);
        return new ServiceSettings(host, port, next);
    }

    /** Sets the address to listen on if it differs from the one that others use, such as {@code 0.0.0.0} (all) in a container. */
    public ServiceSettings withListenHost(String listenHost) {
        return with(next -> next.listenHost = Optional.of(listenHost));
    }

    /** Sets the list of services in which this one registers. */
    public ServiceSettings withNamespace(String namespace) {
        return with(next -> next.namespace = namespace);
    }

    /** Sets how often the table is read in addition to hints. */
    public ServiceSettings withPoll(Duration poll) {
        return with(next -> next.poll = poll);
    }

    /**
     * Sets how long to wait for a unit's former owner that does not acknowledge the release, at most 100 s. All services should have the same
     * value.
     */
    public ServiceSettings withGrace(Duration grace) {
        return with(next -> next.grace = grace);
    }

    /** Sets how long the service keeps its units without pings and without the table; other services are about to take over then. */
    public ServiceSettings withCutOff(Duration cutOff) {
        return with(next -> next.cutOff = Optional.of(cutOff));
    }

    /** Keeps the units for as long as neither pings nor the table arrive. */
    public ServiceSettings withoutCutOff() {
        return with(next -> next.cutOff = Optional.empty());
    }

    /** Sets how long closing waits for the table to give the units to others before it releases them. */
    public ServiceSettings withCloseTimeout(Duration closeTimeout) {
        return with(next -> next.closeTimeout = closeTimeout);
    }

    public String host() {
        return host;
    }

    public String listenHost() {
        return values.listenHost.orElse(host);
    }

    public int port() {
        return port;
    }

    public String namespace() {
        return values.namespace;
    }

    public Duration poll() {
        return values.poll;
    }

    public Duration grace() {
        return values.grace;
    }

    public Optional<Duration> cutOff() {
        return values.cutOff;
    }

    public Duration closeTimeout() {
        return values.closeTimeout;
    }

    /** Returns the service's name when it listens on this port: its address, in the only form that instances accept. */
    String name(int listenPort) {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + listenPort;
    }
}
