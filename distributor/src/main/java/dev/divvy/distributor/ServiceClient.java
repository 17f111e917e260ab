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
 * One service that takes part: it registers itself, answers pings, and is told of the units that it gains and loses. A unit is gained
 * only after its former owner let go of it, or had the grace time to. Closing gives everything away first. All methods are for any thread.
 */
public final class ServiceClient implements AutoCloseable {

    private final PingServer pings;
    private final ServiceLoop loop;

    private ServiceClient(PingServer pings, ServiceLoop loop) {
        this.pings = pings;
        this.loop = loop;
    }

    /**
     * Starts to answer pings, registers and goes on until it is closed. The store, which may be away as yet, stays the caller's.
     *
     * @throws IllegalStateException when nothing can listen at that address
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

    /** The name under which it is registered: where it answers pings. */
    public String name() {
        return loop.service();
    }

    /** The units that it may work on right now. */
    public Set<String> units() {
        return loop.held().keySet();
    }

    /**
     * Waits until it may work on units like these.
     *
     * @return whether that came in time
     */
    public boolean await(Predicate<Set<String>> units, Duration atMost) throws InterruptedException {
        return loop.await(units, atMost);
    }

    /** What work on this unit shows to the outside; empty when it may not be worked on. */
    public Optional<Fence> fence(String unit) {
        return Optional.ofNullable(loop.held().get(unit)).map(Unit::fence);
    }

    /** Says whether this service can work: while it cannot, its pings fail, and others get its units. */
    public void setServing(boolean serving) {
        pings.setServing(serving);
    }

    /** Withdraws, waits until others have the units, at most the farewell time, lets go of all, and ends. Closing twice does nothing. */
    @Override
    public void close() {
        loop.close();
        pings.close();
    }
}
