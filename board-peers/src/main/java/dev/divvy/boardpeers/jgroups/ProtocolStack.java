package dev.divvy.boardpeers.jgroups;

import dev.divvy.boardpeers.Discovery;
import dev.divvy.boardpeers.MeshSettings;
import dev.divvy.boardpeers.codec.MessageCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FILE_PING;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;

/** The JGroups protocols under a mesh, from the transport upwards. */
public final class ProtocolStack {

    /** How long a starting node searches for others before it starts a mesh alone. */
    private static final long JOIN_MILLIS = 500;

    private ProtocolStack() {}

    /** Returns a channel that is not connected yet. */
    public static JChannel createChannel(MeshSettings settings, FrameGuard guard, DeadPeerDetector detector) {
        return createChannel(settings, new MeshTransport(guard), guard, detector);
    }

    static JChannel createChannel(
            MeshSettings settings, MeshTransport transport, FrameGuard guard, DeadPeerDetector detector) {
        try {
            return new JChannel(protocols(settings, transport, guard, detector));
        } catch (Exception e) {
            throw new IllegalStateException("cannot set up the mesh " + settings.name() + ": " + e.getMessage(), e);
        }
    }

    private static List<Protocol> protocols(
            MeshSettings settings, MeshTransport transport, FrameGuard guard, DeadPeerDetector detector) {
        long timeToLive = settings.timing().timeToLive().toMillis();
        configure(transport, settings);
        List<Protocol> stack = new ArrayList<>(List.of(transport, detector, discovery(settings, guard)));
        discoveryCheck(settings, guard).ifPresent(stack::add);
        stack.addAll(List.of(
                new MERGE3().setMinInterval(500).setMaxInterval(1500).setCheckInterval(2000),
                new FD_ALL3().setTimeout(timeToLive).setInterval(Math.max(50, timeToLive / 5)),
                new VERIFY_SUSPECT2().setTimeout(Math.max(200, timeToLive / 4)),
                new SuspicionLogger(settings, detector),
                new NAKACK2().useMcastXmit(false).setXmitInterval(200),
                new UNICAST3().setXmitInterval(200),
                new STABLE(),
                new GMS()
                        .printLocalAddress(false)
                        .setJoinTimeout(JOIN_MILLIS)
                        .setLeaveTimeout(1000)
                        .setViewAckCollectionTimeout(1000)
                        .setMergeTimeout(2000)));
        return stack;
    }

    private static void configure(MeshTransport transport, MeshSettings settings) {
        transport.setBindAddress(settings.bind().getAddress());
        transport.setBindPort(settings.bind().getPort()).setPortRange(0);
        // A thread per destination: an unreachable node does not delay the others.
        PerDestinationBundler senders = new PerDestinationBundler();
        senders.useSingleSenderThread(false);
        senders.setCapacity(4096);
        senders.dropWhenFull(true);
        transport.setBundler(senders);
        transport.setMaxLength(MessageCodec.MAX_BYTES + (1 << 20));
        transport.setSockConnTimeout(500);
        transport.setPeerAddrReadTimeout(1000);
        transport.tcpNodelay(true).enableSuspectEvents(true).logDetails(false);
        transport.logAcceptError(false).nonBlockingSends(true).maxSendQueue(1024);
        transport.getThreadPool().setMinThreads(0).setMaxThreads(64).setKeepAliveTime(5000);
    }

    /** Returns all addresses of a name; none while it cannot be resolved. */
    static List<InetSocketAddress> resolve(String name, int port) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name))
                    .map(address -> new InetSocketAddress(address, port))
                    .toList();
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** Returns the protocol for the configured discovery. A node without peers sends no requests. */
    private static Protocol discovery(MeshSettings settings, FrameGuard guard) {
        Discovery discovery = settings.discovery();
        if (discovery instanceof Discovery.Folder folder) {
            return new FILE_PING().setLocation(folder.path().toString());
        }
        if (discovery instanceof Discovery.Multicast multicast) {
            return new MulticastPing(guard)
                    .setBindAddr(settings.bind().getAddress())
                    .setMcastAddr(multicast.group())
                    .setMcastPort(multicast.port());
        }
        if (discovery instanceof Discovery.Dns dns) {
            return new DNS_PING()
                    .setDNSQuery(dns.name())
                    .setDNSResolver((name, kind) -> resolve(name, dns.port()).stream()
                            .map(peer -> (Address) new IpAddress(peer.getAddress(), peer.getPort()))
                            .toList())
                    .setValue("dns_record_type", "SRV"); // SRV results carry ports, as these do
        }
        // Nodes that start together send requests before the others listen: so each sends several.
        return new TCPPING()
                .setInitialHosts(((Discovery.Static) discovery).peers())
                .setPortRange(0)
                .numDiscoveryRuns(3);
    }

    /** Returns the check for the kinds of discovery that know all addresses at which peers may listen. */
    private static Optional<SplitStartGuard> discoveryCheck(MeshSettings settings, FrameGuard guard) {
        Discovery discovery = settings.discovery();
        if (discovery instanceof Discovery.Static list) {
            return Optional.of(new SplitStartGuard(settings.name(), list::peers, guard));
        }
        if (discovery instanceof Discovery.Dns dns) {
            return Optional.of(new SplitStartGuard(settings.name(), () -> resolve(dns.name(), dns.port()), guard));
        }
        return Optional.empty();
    }
}
