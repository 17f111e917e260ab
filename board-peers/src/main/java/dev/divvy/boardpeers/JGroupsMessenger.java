package dev.divvy.boardpeers;

import dev.divvy.boardpeers.codec.MessageCodec;
import dev.divvy.boardpeers.jgroups.DeadPeerDetector;
import dev.divvy.boardpeers.jgroups.JGroupsLogging;
import dev.divvy.boardpeers.jgroups.ProtocolStack;
import dev.divvy.boardpeers.replication.MeshMessage;
import dev.divvy.boardpeers.replication.MeshNode;
import dev.divvy.boardpeers.replication.MeshOutput;
import dev.divvy.boardpeers.replication.MeshView;
import dev.divvy.boardpeers.request.MeshReply;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects the {@link MeshNode} of this node to those of the others, over JGroups. */
final class JGroupsMessenger implements MeshOutput, Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(JGroupsMessenger.class);

    /** The JGroups cluster name of every mesh: frames carry the name of the mesh, so that a refusal can be logged. */
    private static final String CLUSTER = "divvy";

    private static final long LEAVE_MILLIS = 500;

    private final MeshSettings settings;
    private final ChangeNotifier notifier;
    private final MeshLoop loop;
    private final DeadPeerDetector detector = new DeadPeerDetector();
    private final JChannel channel;
    private final UUID id = UUID.randomUUID();

    /** The addresses of nodes, also of those that left; added as they become known. */
    private final Map<String, InetSocketAddress> knownAddresses = new ConcurrentHashMap<>();

    /** The message that was encoded last, since the same one goes to many nodes. The loop's thread is the only writer. */
    private @Nullable MeshMessage encoded;

    private byte[] encodedBytes = new byte[0];

    private volatile List<String> nodes = List.of();
    private volatile OptionalLong apartSince = OptionalLong.empty();
    private volatile Optional<Heal> lastHeal = Optional.empty();

    JGroupsMessenger(MeshSettings settings, ChangeNotifier notifier, MeshLoop loop) {
        this.settings = settings;
        this.notifier = notifier;
        this.loop = loop;
        this.channel = JGroupsLogging.withQuietLogs(() -> ProtocolStack.createChannel(settings, detector));
        channel.addAddressGenerator(() -> id);
        channel.setName(MeshSettings.format(settings.bind()));
        channel.setReceiver(this);
    }

    String nodeId() {
        return id.toStringLong();
    }

    void connect() throws IOException {
        try {
            channel.connect(CLUSTER);
        } catch (Exception e) {
            Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
            String reason = cause instanceof BindException
                    ? "the port is in use or the address does not belong to this machine"
                    : cause.getMessage();
            throw new IOException(
                    "cannot join the mesh " + settings.name() + " at " + MeshSettings.format(settings.bind()) + ": "
                            + reason,
                    e);
        }
    }

    // --- from this node ---

    @Override
    public void send(String node, MeshMessage message) {
        if (message != encoded) {
            encodedBytes = MessageCodec.write(message);
            encoded = message;
        }
        if (encodedBytes.length > MessageCodec.MAX_BYTES) {
            String reason = "a message of " + encodedBytes.length + " bytes is too large; the limit is "
                    + MessageCodec.MAX_BYTES;
            LOG.error("mesh {}: {}", settings.name(), reason);
            if (message instanceof MeshMessage.Request request) {
                fail(request.number(), reason);
            }
            return;
        }
        try {
            channel.send(new BytesMessage(UUID.fromString(node), encodedBytes));
        } catch (Exception e) {
            LOG.debug("mesh {}: cannot send to {}", settings.name(), describe(node), e);
        }
    }

    @Override
    public void complete(long number, MeshReply reply) {
        loop.complete(number, reply);
    }

    @Override
    public void fail(long number, String reason) {
        loop.fail(number, reason);
    }

    @Override
    public void changed(String group) {
        notifier.changed(group);
    }

    @Override
    public void apart(OptionalLong since) {
        apartSince = since;
        since.ifPresent(time -> LOG.info(
                "mesh {}: out of contact with nodes that may still be running, since {} ms ago",
                settings.name(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - time)));
    }

    @Override
    public void healed(Heal heal) {
        LOG.warn(
                "mesh {}: a split has healed; {}",
                settings.name(),
                heal.lost()
                        ? "the other side goes on, and the members of this node join again"
                        : "this side goes on, and the members of the other side join again");
        lastHeal = Optional.of(heal);
        notifier.healed(heal);
    }

    OptionalLong apartSince() {
        return apartSince;
    }

    Optional<Heal> lastHeal() {
        return lastHeal;
    }

    @Override
    public void probe(String node) {
        addressOf(node).ifPresent(address -> detector.probe(address, dead -> probed(node, dead)));
    }

    private void probed(String node, boolean dead) {
        if (dead) {
            LOG.info("mesh {}: the process of {} has ended", settings.name(), describe(node));
            loop.offer(state -> state.processEnded(node));
        } else {
            LOG.info(
                    "mesh {}: {} does not respond; its members keep their pieces until their leases end",
                    settings.name(),
                    describe(node));
        }
    }

    // --- from the other nodes ---

    @Override
    public void receive(Message received) {
        String from = nodeId(received.getSrc());
        MeshMessage message;
        try {
            message = MessageCodec.read(received.getArray(), received.getOffset(), received.getLength());
        } catch (RuntimeException e) {
            LOG.warn(
                    "mesh {}: ignored an unreadable message from {}: {}",
                    settings.name(),
                    describe(from),
                    e.getMessage());
            return;
        }
        if (message instanceof MeshMessage.Leave) {
            LOG.info("mesh {}: {} is leaving", settings.name(), describe(from));
        }
        addressOf(from); // it cannot be looked up once the node has left
        loop.offer(node -> node.receive(from, message, System.nanoTime()));
    }

    @Override
    public void viewAccepted(View view) {
        List<String> before = nodes;
        nodes = view.getMembers().stream().map(JGroupsMessenger::nodeId).toList();
        nodes.forEach(this::addressOf);
        logView(before);
        MeshView next = new MeshView(view.getViewId().getId(), nodes, view instanceof MergeView);
        loop.put(node -> node.viewChanged(next, System.nanoTime()));
    }

    private void logView(List<String> before) {
        String joined = describe(nodes, before);
        String left = describe(before, nodes);
        LOG.info(
                "mesh {} at {}: {}{}nodes, primary first: {}",
                settings.name(),
                MeshSettings.format(address()),
                joined.isEmpty() ? "" : joined + " joined; ",
                left.isEmpty() ? "" : left + " left; ",
                view());
    }

    /** Returns the nodes of the first list that are neither in the second nor this node, separated by commas. */
    private String describe(List<String> some, List<String> without) {
        return some.stream()
                .filter(node -> !without.contains(node) && !node.equals(nodeId()))
                .map(this::describe)
                .collect(Collectors.joining(", "));
    }

    private static String nodeId(Address address) {
        return ((UUID) address).toStringLong();
    }

    private String describe(String node) {
        return addressOf(node).map(MeshSettings::format).orElse(node);
    }

    /** Returns the address of a node. A view may arrive before the addresses of its nodes are known: an unknown one is looked up again. */
    private Optional<InetSocketAddress> addressOf(String node) {
        Optional<InetSocketAddress> known = Optional.ofNullable(knownAddresses.get(node));
        if (known.isPresent()) {
            return known;
        }
        Optional<InetSocketAddress> found = detector.addressOf(UUID.fromString(node));
        found.ifPresent(address -> knownAddresses.put(node, address));
        return found;
    }

    // --- addresses and view ---

    InetSocketAddress address() {
        return detector.addressOf(id).orElse(settings.bind());
    }

    List<InetSocketAddress> addresses() {
        return nodes.stream().flatMap(node -> addressOf(node).stream()).toList();
    }

    String view() {
        return nodes.stream().map(this::describe).collect(Collectors.joining(", "));
    }

    // --- leaving ---

    /** Announces to the others that this node leaves, if there is time. */
    void leave() {
        CountDownLatch announced = new CountDownLatch(1);
        boolean queued = loop.offer(node -> {
            node.leave();
            announced.countDown();
        });
        try {
            if (queued && !announced.await(LEAVE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.debug("mesh {}: no time to announce that this node leaves", settings.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void close() {
        channel.close();
    }
}
