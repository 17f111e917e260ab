package dev.divvy.console;

import dev.divvy.coordination.support.Durations;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** Where a {@link ConsoleServer} listens, and what it serves there. Immutable. */
public final class ConsoleSettings {

    private static final Duration USUAL_LIMIT = Duration.ofSeconds(5);

    /** The fields are written before the object leaves this class. */
    private InetSocketAddress address;

    private boolean open;
    private boolean metricsOnly;
    private Duration timeLimit = USUAL_LIMIT;

    private ConsoleSettings(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * Returns settings for a server at this address.
     *
     * @param address of this machine; port 0 takes any free port
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

    /** Leaves {@code /api/status} out: metrics and health alone are served. */
    public ConsoleSettings withMetricsOnly() {
        return with(copy -> copy.metricsOnly = true);
    }

    /** Sets how long a {@link ConsoleSource} may take to answer; 5 s unless told otherwise. */
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
