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
 * Detects that the process of a peer has ended. When a process ends, the kernel closes its connections and its port, and refuses new
 * connections. A paused process, or one behind a cut cable, does not refuse them. So when a connection is closed, the peer's address is
 * probed: a peer that refuses is dead at once, and any other peer is left to the failure detection by silence.
 */
public final class DeadPeerDetector extends Protocol {

    /** A process that ends on an overloaded machine may need this long to close its port. */
    private static final long PROBING_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(100));
    private static final int MAX_THREADS = 8;

    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            MAX_THREADS,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.named("divvy-dead-peer-probe"));

    /** Probes an address, and passes to the callback whether the process there has ended. */
    public void probe(InetSocketAddress address, Consumer<Boolean> callback) {
        try {
            threads.execute(() -> callback.accept(isRefused(address)));
        } catch (RejectedExecutionException e) {
            callback.accept(false); // too many probes are running: this peer is left to the detection by silence
        }
    }

    /**
     * A process that is ending may close its connections before or after its port: the probe is repeated, soon at first. It is also repeated
     * after silence, since the kernel ignores connections to a port on which too many wait to be accepted.
     */
    private boolean isRefused(InetSocketAddress address) {
        long begin = System.nanoTime();
        for (int attempt = 1; !Thread.currentThread().isInterrupted(); attempt++) {
            if (ProbeResult.probe(address) == ProbeResult.REFUSED) {
                return true;
            }
            if (System.nanoTime() - begin > PROBING_NANOS) {
                return false;
            }
            LockSupport.parkNanos(BACKOFF.nanosAfter(attempt));
        }
        return false;
    }

    /** Returns the address at which a node listens, if the transport knows it. */
    public Optional<InetSocketAddress> addressOf(Address node) {
        PhysicalAddress address = getTransport().getPhysicalAddressFromCache(node);
        return address instanceof IpAddress ip
                ? Optional.of(new InetSocketAddress(ip.getIpAddress(), ip.getPort()))
                : Optional.empty();
    }

    /** The transport suspects a peer when the connection to it is closed. */
    @Override
    public @Nullable Object up(Event event) {
        if (event.getType() != Event.SUSPECT) {
            return up_prot.up(event);
        }
        Collection<Address> suspects = event.getArg();
        for (Address suspect : suspects) {
            addressOf(suspect).ifPresent(address -> probe(address, dead -> probed(suspect, dead)));
        }
        return null;
    }

    private void probed(Address suspect, boolean dead) {
        if (dead) {
            GMS membership = getProtocolStack().findProtocol(GMS.class);
            membership.up(new Event(Event.SUSPECT, List.of(suspect)));
        }
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
        super.destroy();
    }
}
