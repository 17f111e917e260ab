package dev.divvy.console;

import dev.divvy.coordination.support.Durations;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** The address of a {@link ConsoleServer}, and the endpoints that it serves. Immutable. */
public final class ConsoleSettings {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(5);

    /** Like the fields below, written only before the object leaves this class. */
    private InetSocketAddress address;

    private boolean open;
    private boolean metricsOnly;
    private Optional<String> operationsKey = Optional.empty();
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

    /** Returns these settings for a server at another address. */
    public ConsoleSettings withAddress(InetSocketAddress other) {
        return with(copy -> copy.address = Objects.requireNonNull(other, "address"));
    }

    private ConsoleSettings with(Consumer<ConsoleSettings> change) {
        ConsoleSettings copy = new ConsoleSettings(address);
        copy.open = open;
        copy.metricsOnly = metricsOnly;
        copy.operationsKey = operationsKey;
        copy.timeLimit = timeLimit;
        change.accept(copy);
        return copy;
    }

    /** Allows an address that other machines reach. Only endpoints that change nothing are served there, under any host name. */
    public ConsoleSettings openToOtherMachines() {
        return with(copy -> copy.open = true);
    }

    /** Leaves the dashboard and its data out: only metrics and health are served. */
    public ConsoleSettings withMetricsOnly() {
        return with(copy -> copy.metricsOnly = true);
    }

    /**
     * Lets clients that know this key perform the {@link Operations} of the source. They are offered on loopback only: a server that is open
     * to other machines ignores the key.
     */
    public ConsoleSettings withOperationsKey(String key) {
        if (key.isBlank()) {
            throw new IllegalArgumentException("the key of the operations is blank");
        }
        return with(copy -> copy.operationsKey = Optional.of(key));
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

    /** Returns the key of the operations; empty when none may be performed. */
    public Optional<String> operationsKey() {
        return open ? Optional.empty() : operationsKey;
    }

    public Duration timeLimit() {
        return timeLimit;
    }
}
