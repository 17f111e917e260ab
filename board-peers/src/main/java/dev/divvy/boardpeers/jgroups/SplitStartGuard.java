package dev.divvy.boardpeers.jgroups;

import dev.divvy.boardpeers.MeshSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PingData;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a node from starting a mesh of its own while a process listens at a known address and has not replied; it is the layer above
 * discovery. Every node listens before it searches, so of two that start together one finds the port of the other open. JGroups alone
 * would not wait for a late reply. A node that is refused at all addresses starts at once.
 */
final class SplitStartGuard extends Protocol {

    private static final Logger LOG = LoggerFactory.getLogger(SplitStartGuard.class);

    /** The longest wait for a process that listens and does not reply: it may be paused, or belong to another mesh. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(3);

    private final String mesh;
    private final Supplier<List<InetSocketAddress>> peers;
    private final FrameGuard guard;

    SplitStartGuard(String mesh, Supplier<List<InetSocketAddress>> peers, FrameGuard guard) {
        this.guard = guard;
        this.mesh = mesh;
        this.peers = peers;
    }

    @Override
    public @Nullable Object down(Event event) {
        return event.getType() == Event.FIND_INITIAL_MBRS ? discover(event) : down_prot.down(event);
    }

    private Responses discover(Event event) {
        long timeout = event.getArg();
        long deadline = System.nanoTime() + MAX_WAIT.toNanos();
        if (probePeers().values().stream().allMatch(result -> result == ProbeResult.REFUSED)) {
            return new Responses(false).done();
        }
        while (true) {
            Responses responses = (Responses) down_prot.down(event);
            responses.waitFor(timeout);
            if (hasPrimary(responses) || guard.versionRefusal().isPresent()) {
                return responses;
            }
            Set<InetSocketAddress> silent = silentPeers(responses);
            if (silent.isEmpty() && !hasMeshNode(responses)) {
                return responses;
            }
            if (System.nanoTime() - deadline >= 0) {
                LOG.warn(
                        "mesh {}: no reply from {} within {} s; not waiting any longer",
                        mesh,
                        describe(silent),
                        MAX_WAIT.toSeconds());
                return responses;
            }
            responses.done();
        }
    }

    private Map<InetSocketAddress, ProbeResult> probePeers() {
        PhysicalAddress self = (PhysicalAddress) down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
        return ProbeResult.probe(peers.get().stream()
                .filter(peer -> !toSocketAddress(self).equals(Set.of(peer)))
                .distinct()
                .toList());
    }

    /** Whether a primary replied. */
    private static boolean hasPrimary(Responses responses) {
        return anyMatch(responses, PingData::isCoord);
    }

    /** Whether a node replied that is in a mesh already: that mesh must have a primary. */
    private static boolean hasMeshNode(Responses responses) {
        return anyMatch(responses, PingData::isServer);
    }

    private static boolean anyMatch(Responses responses, Predicate<PingData> condition) {
        for (PingData response : responses) {
            if (condition.test(response)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the addresses at which a process listens that has not replied. */
    private Set<InetSocketAddress> silentPeers(Responses responses) {
        Set<InetSocketAddress> silent = new HashSet<>();
        probePeers().forEach((address, result) -> {
            if (result == ProbeResult.OPEN) {
                silent.add(address);
            }
        });
        for (PingData response : responses) {
            silent.removeAll(toSocketAddress(response.getPhysicalAddr()));
        }
        return silent;
    }

    /** Returns an address as a set of one; an empty set when it is not an IP address. */
    private static Set<InetSocketAddress> toSocketAddress(@Nullable PhysicalAddress address) {
        return address instanceof IpAddress ip
                ? Set.of(new InetSocketAddress(ip.getIpAddress(), ip.getPort()))
                : Set.of();
    }

    private static String describe(Set<InetSocketAddress> silent) {
        return silent.isEmpty()
                ? "the primary"
                : silent.stream().map(MeshSettings::format).sorted().collect(Collectors.joining(", "));
    }
}
