package dev.divvy.console;

import dev.divvy.coordination.support.Durations;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** The address of a {@link ConsoleServer}, and the endpoints that it serves. Immutable. */
public final class ConsoleSettings {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(5);

    /** Like the fields below, written only before the object leaves this class. */
    private InetSocketAddress address;

    private boolean open;
    private boolean metricsOnly;
    private Duration timeLimit = DEFAULT_LIMIT;

    private ConsoleSettings(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * Returns settings for a server at this address.
     *
     * @param address an address of this machine; port 0 takes any free port
     */
    public static ConsoleSettings at(InetSocketAddress address) {
        return new ConsoleSettings(Objects.requireNonNull(address, "address"));
    }

    private ConsoleSettings with(Consumer<ConsoleSettings> change) {
        ConsoleSettings copy = new ConsoleSettings(address);
        copy.open = open;
        copy.metricsOnly = metricsOnly;
        copy.timeLimit = timeLimit;
        change.accept(copy);
        return copy;
    }

    /** Allows an address that other machines reach. Only endpoints that change nothing are served there, under any host name. */
    public ConsoleSettings openToOtherMachines() {
        return with(copy -> copy.open = true);
    }

    /** Leaves {@code /api/status} out: only metrics and health are served. */
    public ConsoleSettings withMetricsOnly() {
        return with(copy -> copy.metricsOnly = true);
    }

    /** Sets how long a call of a {@link ConsoleSource} may take; 5 s by default. */
    public ConsoleSettings withTimeLimit(Duration limit) {
        Durations.positive("time limit", limit);
        return with(copy -> copy.timeLimit = limit);
    }

    public InetSocketAddress address() {
        return address;
    }

    public boolean isOpen() {
        return open;
    }

    public boolean isMetricsOnly() {
        return metricsOnly;
    }

    public Duration timeLimit() {
        return timeLimit;
    }
}
