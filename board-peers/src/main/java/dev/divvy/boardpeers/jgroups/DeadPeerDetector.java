package dev.divvy.boardpeers.jgroups;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.DaemonThreads;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Known death. When a process ends, the kernel closes its connections and nobody listens at its address any more: whoever knocks there
 * is refused. A process that stands still is not refused, nor is one behind a cut cable. So a closed connection leads to a knock; only
 * who is refused is dead at once, everybody else is judged by silence.
 */
public final class DeadPeerDetector extends Protocol {

    private static final int KNOCKS = 25;
    private static final Backoff RESTS = new Backoff(Duration.ofMillis(1), Duration.ofMillis(25));
    private static final int KNOCKERS = 8;

    private final ExecutorService knockers = new ThreadPoolExecutor(
            0, KNOCKERS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), DaemonThreads.named("divvy-lifeline"));

    /** Tells whether nobody listens there any more, as soon as that is known. */
    public void knock(InetSocketAddress place, Consumer<Boolean> then) {
        try {
            knockers.execute(() -> then.accept(isRefused(place)));
        } catch (RejectedExecutionException e) {
            then.accept(false); // Many are being looked after; silence will tell of this one.
        }
    }

    /** A process that is about to end closes its connections before its door, or after it: a few knocks, the first ones soon. */
    private boolean isRefused(InetSocketAddress place) {
        for (int knock = 1; knock <= KNOCKS && !Thread.currentThread().isInterrupted(); knock++) {
            ProbeResult door = ProbeResult.at(place);
            if (door != ProbeResult.OPEN) {
                return door == ProbeResult.REFUSED;
            }
            LockSupport.parkNanos(RESTS.nanosAfter(knock));
        }
        return false;
    }

    /** Where a node listens, as far as the transport knows. */
    public Optional<InetSocketAddress> placeOf(Address node) {
        PhysicalAddress there = getTransport().getPhysicalAddressFromCache(node);
        return there instanceof IpAddress ip
                ? Optional.of(new InetSocketAddress(ip.getIpAddress(), ip.getPort()))
                : Optional.empty();
    }

    /** The transport suspects whom a connection to was closed. */
    @Override
    public @Nullable Object up(Event event) {
        if (event.getType() != Event.SUSPECT) {
            return up_prot.up(event);
        }
        Collection<Address> suspects = event.getArg();
        for (Address suspect : suspects) {
            placeOf(suspect).ifPresent(place -> knock(place, dead -> tell(suspect, dead)));
        }
        return null;
    }

    private void tell(Address suspect, boolean dead) {
        if (dead) {
            GMS membership = getProtocolStack().findProtocol(GMS.class);
            membership.up(new Event(Event.SUSPECT, List.of(suspect)));
        }
    }

    @Override
    public void destroy() {
        knockers.shutdownNow();
        super.destroy();
    }
}
