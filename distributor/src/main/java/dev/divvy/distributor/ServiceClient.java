package dev.divvy.distributor;

import dev.divvy.coordination.Fence;
import dev.divvy.distributor.client.ServiceLoop;
import dev.divvy.distributor.ping.PingServer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Registers one service, answers its pings, and notifies its listener of the units that it gains and loses. A unit is gained only after
 * its former owner released it, or after the grace time. Closing hands over all units first. All methods are thread-safe.
 */
public final class ServiceClient implements AutoCloseable {

    private final PingServer pings;
    private final ServiceLoop loop;

    private ServiceClient(PingServer pings, ServiceLoop loop) {
        this.pings = pings;
        this.loop = loop;
    }

    /**
     * Starts to answer pings, registers the service, and runs until it is closed. The store may still be unavailable, and the caller
     * closes it.
     *
     * @throws java.io.UncheckedIOException if the address cannot be listened on
     */
    public static ServiceClient start(Store store, ServiceSettings settings, UnitListener listener) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(listener, "listener");
        PingServer pings = PingServer.start(settings.listenHost(), settings.port());
        ServiceLoop loop =
                new ServiceLoop(store.ports(), settings, settings.name(pings.port()), pings::lastPinged, listener);
        loop.start();
        return new ServiceClient(pings, loop);
    }

    /** Returns the name under which the service is registered: the address at which it answers pings. */
    public String name() {
        return loop.service();
    }

    /** Returns the units that the service may work on now. */
    public Set<String> units() {
        return loop.held().keySet();
    }

    /**
     * Waits until the units that the service may work on match.
     *
     * @return false if they did not match in time
     */
    public boolean await(Predicate<Set<String>> units, Duration atMost) throws InterruptedException {
        return loop.await(units, atMost);
    }

    /** Returns the fencing token for work on this unit; empty when the service may not work on it. */
    public Optional<Fence> fence(String unit) {
        return Optional.ofNullable(loop.held().get(unit)).map(Unit::fence);
    }

    /** Sets whether this service can work. While it cannot, its pings fail and its units go to other services. */
    public void setServing(boolean serving) {
        pings.setServing(serving);
    }

    /** Unregisters, waits up to the close timeout until the table gives the units to others, releases all units, and stops. Idempotent. */
    @Override
    public void close() {
        loop.close();
        pings.close();
    }
}
