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
 * Lies above the discovery of known addresses: no node begins a mesh while somebody listens there whom it did not hear. Each listens
 * before it looks, so of two that start together one finds the other's door open; JGroups alone would give up on an answer that comes late.
 * Whoever is refused everywhere begins at once.
 */
final class DiscoveryCheck extends Protocol {

    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryCheck.class);

    /** Longer than this nobody is waited for who listens and does not answer: it may stand still, or be of another mesh. */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private final String mesh;
    private final Supplier<List<InetSocketAddress>> peers;

    DiscoveryCheck(String mesh, Supplier<List<InetSocketAddress>> peers) {
        this.mesh = mesh;
        this.peers = peers;
    }

    @Override
    public @Nullable Object down(Event event) {
        return event.getType() == Event.FIND_INITIAL_MBRS ? look(event) : down_prot.down(event);
    }

    private Responses look(Event event) {
        long timeout = event.getArg();
        long end = System.nanoTime() + LONGEST.toNanos();
        if (knock().values().stream().allMatch(door -> door == ProbeResult.REFUSED)) {
            return new Responses(false).done();
        }
        while (true) {
            Responses heard = (Responses) down_prot.down(event);
            heard.waitFor(timeout);
            if (isKept(heard)) {
                return heard;
            }
            Set<InetSocketAddress> silent = silent(heard);
            if (silent.isEmpty() && !isServed(heard)) {
                return heard;
            }
            if (System.nanoTime() - end >= 0) {
                LOG.warn("mesh {}: {} does not answer, and is not waited for any longer", mesh, missing(silent));
                return heard;
            }
            heard.done();
        }
    }

    private Map<InetSocketAddress, ProbeResult> knock() {
        PhysicalAddress here = (PhysicalAddress) down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
        return ProbeResult.at(peers.get().stream()
                .filter(peer -> !place(here).equals(Set.of(peer)))
                .distinct()
                .toList());
    }

    /** Whether one was heard who keeps the boards. */
    private static boolean isKept(Responses heard) {
        return any(heard, PingData::isCoord);
    }

    /** Whether one was heard who is in a mesh already: its keeper must be somewhere. */
    private static boolean isServed(Responses heard) {
        return any(heard, PingData::isServer);
    }

    private static boolean any(Responses heard, Predicate<PingData> what) {
        for (PingData one : heard) {
            if (what.test(one)) {
                return true;
            }
        }
        return false;
    }

    /** Where somebody listens who was not heard. */
    private Set<InetSocketAddress> silent(Responses heard) {
        Set<InetSocketAddress> silent = new HashSet<>();
        knock().forEach((place, door) -> {
            if (door == ProbeResult.OPEN) {
                silent.add(place);
            }
        });
        for (PingData one : heard) {
            silent.removeAll(place(one.getPhysicalAddr()));
        }
        return silent;
    }

    private static Set<InetSocketAddress> place(@Nullable PhysicalAddress address) {
        return address instanceof IpAddress ip
                ? Set.of(new InetSocketAddress(ip.getIpAddress(), ip.getPort()))
                : Set.of();
    }

    private static String missing(Set<InetSocketAddress> silent) {
        return silent.isEmpty()
                ? "who keeps the boards"
                : silent.stream()
                        .map(MeshSettings::shown)
                        .sorted()
                        .collect(Collectors.joining(", ", "who listens at ", ""));
    }
}
