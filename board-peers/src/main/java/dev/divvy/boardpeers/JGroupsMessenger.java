package dev.divvy.boardpeers;

import dev.divvy.boardpeers.codec.Greeting;
import dev.divvy.boardpeers.codec.MeshCodec;
import dev.divvy.boardpeers.codec.MessageCodec;
import dev.divvy.boardpeers.jgroups.DeadPeerDetector;
import dev.divvy.boardpeers.jgroups.FrameGuard;
import dev.divvy.boardpeers.jgroups.JGroupsLogging;
import dev.divvy.boardpeers.jgroups.ProtocolStack;
import dev.divvy.boardpeers.replication.MeshMessage;
import dev.divvy.boardpeers.replication.MeshNode;
import dev.divvy.boardpeers.replication.MeshOutput;
import dev.divvy.boardpeers.replication.MeshView;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.coordination.support.LogLimiter;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
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

    /** The most messages that are kept for a node that has not greeted. */
    private static final int MAX_HELD = 1_000;

    /** A node that has not greeted is greeted again with the first message for it, and every so many. */
    private static final int GREETING_REPEAT = 20;

    private final MeshSettings settings;
    private final ChangeNotifier notifier;
    private final MeshLoop loop;
    private final DeadPeerDetector detector = new DeadPeerDetector();
    private final FrameGuard guard;
    private final JChannel channel;
    private final MeshCodec codec;
    private final UUID id = UUID.randomUUID();

    /** The addresses of nodes, also of those that left; added as they become known. */
    private final Map<String, InetSocketAddress> knownAddresses = new ConcurrentHashMap<>();

    /** What the nodes speak; the loop's thread is the only user. */
    private final PeerVersions versions;

    /** The messages to nodes that have not greeted yet, by node; the loop's thread is the only user. */
    private final Map<String, Deque<MeshMessage>> held = new HashMap<>();

    private final LogLimiter unreadable = new LogLimiter(Duration.ofMinutes(1));

    /** The message that was encoded last, and its version, since the same one goes to many nodes. The loop's thread is the only writer. */
    private @Nullable MeshMessage encoded;

    private int encodedVersion;

    private byte[] encodedBytes = new byte[0];

    private volatile List<String> nodes = List.of();
    private volatile MeshProtocol protocol;
    private volatile OptionalLong apartSince = OptionalLong.empty();
    private volatile Optional<Heal> lastHeal = Optional.empty();

    JGroupsMessenger(MeshSettings settings, MeshCodec codec, ChangeNotifier notifier, MeshLoop loop) {
        this.codec = codec;
        this.versions = new PeerVersions(codec.greeting());
        this.protocol = new MeshProtocol(codec.versions().highest(), codec.abilities());
        this.guard = new FrameGuard(settings.name(), settings.secret(), codec.versions());
        this.settings = settings;
        this.notifier = notifier;
        this.loop = loop;
        this.channel = JGroupsLogging.withQuietLogs(() -> ProtocolStack.createChannel(settings, guard, detector));
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
            throw new IOException(cannotJoin(reason), e);
        }
        Optional<String> refusal = guard.versionRefusal();
        if (refusal.isPresent()) {
            throw new IOException(cannotJoin(refusal.get()));
        }
    }

    private String cannotJoin(@Nullable String reason) {
        return "cannot join the mesh " + settings.name() + " at " + MeshSettings.format(settings.bind()) + ": "
                + reason;
    }

    // --- from this node ---

    @Override
    public void send(String node, MeshMessage message) {
        if (!versions.knows(node)) {
            hold(node, message);
            return;
        }
        int version = versions.version();
        if (message != encoded || version != encodedVersion) {
            encodedBytes = codec.write(version, message);
            encoded = message;
            encodedVersion = version;
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
        send(node, encodedBytes);
    }

    private void send(String node, byte[] bytes) {
        try {
            channel.send(new BytesMessage(UUID.fromString(node), bytes));
        } catch (Exception e) {
            LOG.debug("mesh {}: cannot send to {}", settings.name(), describe(node), e);
        }
    }

    /** Keeps a message until its receiver has greeted: before, it is unknown which version it reads. Too many are lost, as any message may be. */
    private void hold(String node, MeshMessage message) {
        Deque<MeshMessage> messages = held.computeIfAbsent(node, id -> new ArrayDeque<>());
        if (messages.size() % GREETING_REPEAT == 0) {
            greet(node, true);
        }
        if (messages.size() < MAX_HELD) {
            messages.add(message);
        }
    }

    private void greet(String node, boolean replyWanted) {
        send(node, codec.greeting().withReplyWanted(replyWanted).write());
    }

    private void greeted(String node, Greeting greeting) {
        int before = versions.version();
        versions.greeted(node, greeting);
        if (greeting.replyWanted()) {
            greet(node, false);
        }
        publishProtocol();
        if (versions.version() != before) {
            LOG.info(
                    "mesh {}: all nodes speak version {} of the mesh protocol now",
                    settings.name(),
                    versions.version());
        }
        Deque<MeshMessage> messages = held.remove(node);
        if (messages != null) {
            messages.forEach(message -> send(node, message));
        }
    }

    private void followView(List<String> next) {
        versions.viewChanged(next);
        held.keySet().retainAll(next);
        next.stream()
                .filter(node -> !node.equals(nodeId()) && !versions.knows(node))
                .forEach(node -> greet(node, true));
        publishProtocol();
    }

    private void publishProtocol() {
        protocol = new MeshProtocol(versions.version(), versions.abilities(nodeId()));
    }

    MeshProtocol protocol() {
        return protocol;
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
            Optional<Greeting> greeting =
                    Greeting.read(received.getArray(), received.getOffset(), received.getLength());
            if (greeting.isPresent()) {
                loop.put(node -> greeted(from, greeting.get()));
                return;
            }
            message = codec.read(received.getArray(), received.getOffset(), received.getLength());
        } catch (RuntimeException e) {
            unreadable
                    .due(from)
                    .ifPresent(leftOut -> LOG.warn(
                            "mesh {}: refused a message from {}: {} ({} more since the last such line)",
                            settings.name(),
                            describe(from),
                            e.getMessage(),
                            leftOut));
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
        if (view instanceof MergeView merge) {
            int sides = merge.getSubgroups().size();
            LOG.warn("mesh {}: {} sides have become one mesh: {}", settings.name(), sides, view());
        }
        MeshView next = new MeshView(view.getViewId().getId(), nodes, view instanceof MergeView);
        loop.put(node -> {
            followView(next.nodes());
            node.viewChanged(next, System.nanoTime());
        });
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
