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

/** The layers of JGroups under a mesh, from the transport upwards. */
public final class ProtocolStack {

    /** How long a node that starts looks for others before it begins alone. */
    private static final long JOIN_MILLIS = 500;

    private ProtocolStack() {}

    /** A channel that is not connected yet. */
    public static JChannel channel(MeshSettings settings, DeadPeerDetector lifeline) {
        FrameGuard guard = new FrameGuard(settings.name(), settings.secret());
        return channel(settings, new MeshTransport(guard), guard, lifeline);
    }

    static JChannel channel(
            MeshSettings settings, MeshTransport transport, FrameGuard guard, DeadPeerDetector lifeline) {
        try {
            return new JChannel(of(settings, transport, guard, lifeline));
        } catch (Exception e) {
            throw new IllegalStateException("cannot set up the mesh " + settings.name() + ": " + e.getMessage(), e);
        }
    }

    private static List<Protocol> of(
            MeshSettings settings, MeshTransport transport, FrameGuard guard, DeadPeerDetector lifeline) {
        long timeToLive = settings.timing().timeToLive().toMillis();
        set(transport, settings);
        List<Protocol> stack = new ArrayList<>(List.of(transport, lifeline, discovery(settings, guard)));
        search(settings).ifPresent(stack::add);
        stack.addAll(List.of(
                new MERGE3().setMinInterval(500).setMaxInterval(1500).setCheckInterval(2000),
                new FD_ALL3().setTimeout(timeToLive).setInterval(Math.max(50, timeToLive / 5)),
                new VERIFY_SUSPECT2().setTimeout(Math.max(200, timeToLive / 4)),
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

    private static void set(MeshTransport transport, MeshSettings settings) {
        transport.setBindAddress(settings.bind().getAddress());
        transport.setBindPort(settings.bind().getPort()).setPortRange(0);
        // A thread for each destination: who cannot be reached holds up nobody else.
        PerDestinationBundler senders = new PerDestinationBundler();
        senders.useSingleSenderThread(false);
        senders.setCapacity(4096);
        senders.dropWhenFull(true);
        transport.setBundler(senders);
        transport.setMaxLength(MessageCodec.LONGEST + (1 << 20));
        transport.setSockConnTimeout(500);
        transport.setPeerAddrReadTimeout(1000);
        transport.tcpNodelay(true).enableSuspectEvents(true).logDetails(false);
        transport.logAcceptError(false).nonBlockingSends(true).maxSendQueue(1024);
        transport.getThreadPool().setMinThreads(0).setMaxThreads(64).setKeepAliveTime(5000);
    }

    /** All addresses of a name; none while it is not known. */
    static List<InetSocketAddress> resolved(String name, int port) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name))
                    .map(one -> new InetSocketAddress(one, port))
                    .toList();
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** Only what the settings name: without peers a node calls nobody. */
    private static Protocol discovery(MeshSettings settings, FrameGuard guard) {
        Discovery how = settings.discovery();
        if (how instanceof Discovery.Folder folder) {
            return new FILE_PING().setLocation(folder.path().toString());
        }
        if (how instanceof Discovery.Multicast multicast) {
            return new MulticastPing(guard)
                    .setBindAddr(settings.bind().getAddress())
                    .setMcastAddr(multicast.group())
                    .setMcastPort(multicast.port());
        }
        if (how instanceof Discovery.Dns dns) {
            return new DNS_PING()
                    .setDNSQuery(dns.name())
                    .setDNSResolver((name, kind) -> resolved(name, dns.port()).stream()
                            .map(place -> (Address) new IpAddress(place.getAddress(), place.getPort()))
                            .toList())
                    .setValue("dns_record_type", "SRV"); // with ports: ours come with each address
        }
        // Who starts together calls before the others listen: more than once.
        return new TCPPING()
                .setInitialHosts(((Discovery.Static) how).peers())
                .setPortRange(0)
                .numDiscoveryRuns(3);
    }

    /** Where all addresses are known at which others may listen. */
    private static Optional<DiscoveryCheck> search(MeshSettings settings) {
        Discovery how = settings.discovery();
        if (how instanceof Discovery.Static list) {
            return Optional.of(new DiscoveryCheck(settings.name(), list::peers));
        }
        if (how instanceof Discovery.Dns dns) {
            return Optional.of(new DiscoveryCheck(settings.name(), () -> resolved(dns.name(), dns.port())));
        }
        return Optional.empty();
    }
}
