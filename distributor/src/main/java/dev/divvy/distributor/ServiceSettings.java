package dev.divvy.distributor;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** How one service takes part. Immutable. */
public final class ServiceSettings {

    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]");
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final String host;
    private final int port;

    /** Not changed after construction. */
    private final Values values;

    private static final class Values implements Cloneable {
        private Optional<String> listenHost = Optional.empty();
        private String namespace = Namespaces.DEFAULT.services().get(0);
        private Duration poll = Duration.ofSeconds(1);
        private Duration grace = GRACE;
        private Optional<Duration> cutOff = Optional.of(GRACE);
        private Duration farewell = Duration.ofSeconds(5);

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
                    + " is no address that others reach this service under; name one, and listen on all of them with withListenHost(\""
                    + host + "\")");
        }
        NameRules.check("namespace of services", namespace(), NameRules.LONGEST);
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not between 0 and 65535");
        }
        Durations.positive("poll", poll());
        Durations.positive("grace", grace());
        cutOff().ifPresent(length -> Durations.positive("cut-off", length));
        Durations.positive("farewell", farewell());
    }

    /**
     * The defaults, for a service that is reached at this address.
     *
     * @param port where pings are answered; 0 for any free one
     */
    public static ServiceSettings at(String host, int port) {
        return new ServiceSettings(host, port, new Values());
    }

    private ServiceSettings with(Consumer<Values> change) {
        Values next = values.clone();
        change.accept(next);
        return new ServiceSettings(host, port, next);
    }

    /** The address to answer pings at where it is not the one that others use: {@code 0.0.0.0} for all, as within a container. */
    public ServiceSettings withListenHost(String listenHost) {
        return with(next -> next.listenHost = Optional.of(listenHost));
    }

    /** The list of services that this one registers in. */
    public ServiceSettings withNamespace(String namespace) {
        return with(next -> next.namespace = namespace);
    }

    /** How often the table is read, besides hints. */
    public ServiceSettings withPoll(Duration poll) {
        return with(next -> next.poll = poll);
    }

    /** How long to wait for a unit's former owner that does not say it let go. All services should have the same. */
    public ServiceSettings withGrace(Duration grace) {
        return with(next -> next.grace = grace);
    }

    /** How long without a ping and without the table until this service releases everything: others are about to take over. */
    public ServiceSettings withCutOff(Duration cutOff) {
        return with(next -> next.cutOff = Optional.of(cutOff));
    }

    /** Keeps its units for as long as neither the distributor nor the table can be reached. */
    public ServiceSettings withoutCutOff() {
        return with(next -> next.cutOff = Optional.empty());
    }

    /** How long closing waits for the table to give the units to others, before it releases them. */
    public ServiceSettings withFarewell(Duration farewell) {
        return with(next -> next.farewell = farewell);
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

    public Duration farewell() {
        return values.farewell;
    }

    /** Returns the service's name when it listens at this port: its address, in the one form that all instances read. */
    String name(int listening) {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + listening;
    }
}
