package dev.divvy.boardpeers;

import dev.divvy.boardpeers.codec.MessageCodec;
import dev.divvy.boardpeers.jgroups.DeadPeerDetector;
import dev.divvy.boardpeers.jgroups.JGroupsLogging;
import dev.divvy.boardpeers.jgroups.ProtocolStack;
import dev.divvy.boardpeers.replication.MeshMessage;
import dev.divvy.boardpeers.replication.MeshOutput;
import dev.divvy.boardpeers.replication.MeshView;
import dev.divvy.boardpeers.request.MeshReply;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** The way from the clerk of one node to those of the others: over JGroups. */
final class JGroupsMessenger implements MeshOutput, Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(JGroupsMessenger.class);

    /** All meshes have the same name down there: the frames tell them apart, and a refusal is logged. */
    private static final String CLUSTER = "divvy";

    private static final long FAREWELL_MILLIS = 500;

    private final MeshSettings settings;
    private final ChangeNotifier notifier;
    private final MeshLoop loop;
    private final DeadPeerDetector lifeline = new DeadPeerDetector();
    private final JChannel channel;
    private final UUID id = UUID.randomUUID();

    /** Where nodes listen, also those that went; written as it becomes known. */
    private final Map<String, InetSocketAddress> places = new ConcurrentHashMap<>();

    /** The last that was written, as the same note goes to many. The loop's thread is the one writer. */
    private @Nullable MeshMessage written;

    private byte[] bytes = new byte[0];

    private volatile List<String> nodes = List.of();

    JGroupsMessenger(MeshSettings settings, ChangeNotifier notifier, MeshLoop loop) {
        this.settings = settings;
        this.notifier = notifier;
        this.loop = loop;
        this.channel = JGroupsLogging.within(() -> ProtocolStack.channel(settings, lifeline));
        channel.addAddressGenerator(() -> id);
        channel.setName(MeshSettings.shown(settings.bind()));
        channel.setReceiver(this);
    }

    String me() {
        return id.toStringLong();
    }

    void connect() throws IOException {
        try {
            channel.connect(CLUSTER);
        } catch (Exception e) {
            Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
            String reason = cause instanceof BindException
                    ? "the port is in use, or the address is not of this machine"
                    : cause.getMessage();
            throw new IOException(
                    "cannot take part in the mesh " + settings.name() + " at " + MeshSettings.shown(settings.bind())
                            + ": " + reason,
                    e);
        }
    }

    // --- what the clerk does ---

    @Override
    public void send(String node, MeshMessage note) {
        if (note != written) {
            bytes = MessageCodec.write(note);
            written = note;
        }
        if (bytes.length > MessageCodec.LONGEST) {
            String size = bytes.length + " bytes do not fit in one message; the most is " + MessageCodec.LONGEST;
            LOG.error("mesh {}: {}", settings.name(), size);
            if (note instanceof MeshMessage.Ask ask) {
                failed(ask.number(), size);
            }
            return;
        }
        try {
            channel.send(new BytesMessage(UUID.fromString(node), bytes));
        } catch (Exception e) {
            LOG.debug("mesh {}: nothing can be sent to {}", settings.name(), shown(node), e);
        }
    }

    @Override
    public void answered(long number, MeshReply reply) {
        loop.answered(number, reply);
    }

    @Override
    public void failed(long number, String why) {
        loop.failed(number, why);
    }

    @Override
    public void changed(String group) {
        notifier.changed(group);
    }

    @Override
    public void probe(String node) {
        place(node).ifPresent(place -> lifeline.knock(place, dead -> knocked(node, dead)));
    }

    private void knocked(String node, boolean dead) {
        if (dead) {
            LOG.info("mesh {}: the process of {} has ended", settings.name(), shown(node));
            loop.give(clerk -> clerk.ended(node));
        } else {
            LOG.info("mesh {}: {} is silent; what it holds waits for its lease to end", settings.name(), shown(node));
        }
    }

    // --- what comes ---

    @Override
    public void receive(Message message) {
        String from = name(message.getSrc());
        MeshMessage note;
        try {
            note = MessageCodec.read(message.getArray(), message.getOffset(), message.getLength());
        } catch (RuntimeException e) {
            LOG.warn("mesh {}: a note of {} is broken and ignored: {}", settings.name(), shown(from), e.getMessage());
            return;
        }
        if (note instanceof MeshMessage.Farewell) {
            LOG.info("mesh {}: {} leaves in good order", settings.name(), shown(from));
        }
        place(from); // once it has gone nobody knows
        loop.give(clerk -> clerk.told(from, note, System.nanoTime()));
    }

    @Override
    public void viewAccepted(View view) {
        List<String> before = nodes;
        nodes = view.getMembers().stream().map(JGroupsMessenger::name).toList();
        nodes.forEach(this::place);
        tell(before);
        MeshView company = new MeshView(view.getViewId().getId(), nodes, view instanceof MergeView);
        loop.insist(clerk -> clerk.viewed(company, System.nanoTime()));
    }

    private void tell(List<String> before) {
        String came = named(nodes, before);
        String went = named(before, nodes);
        LOG.info(
                "mesh {} at {}: {}{}the nodes are {}",
                settings.name(),
                MeshSettings.shown(address()),
                came.isEmpty() ? "" : came + " came; ",
                went.isEmpty() ? "" : went + " went; ",
                view());
    }

    private String named(List<String> some, List<String> without) {
        return some.stream()
                .filter(node -> !without.contains(node) && !node.equals(me()))
                .map(this::shown)
                .collect(Collectors.joining(", "));
    }

    private static String name(Address address) {
        return ((UUID) address).toStringLong();
    }

    private String shown(String node) {
        return place(node).map(MeshSettings::shown).orElse(node);
    }

    /** A view may come before it is known where its nodes listen: who was not known then is looked up again. */
    private Optional<InetSocketAddress> place(String node) {
        Optional<InetSocketAddress> known = Optional.ofNullable(places.get(node));
        if (known.isPresent()) {
            return known;
        }
        Optional<InetSocketAddress> found = lifeline.placeOf(UUID.fromString(node));
        found.ifPresent(place -> places.put(node, place));
        return found;
    }

    // --- for people ---

    InetSocketAddress address() {
        return lifeline.placeOf(id).orElse(settings.bind());
    }

    List<InetSocketAddress> addresses() {
        return nodes.stream().flatMap(node -> place(node).stream()).toList();
    }

    String view() {
        return nodes.stream().map(this::shown).collect(Collectors.joining(", "));
    }

    // --- the end ---

    /** Tells the others, if there is time. */
    void leave() {
        CountDownLatch told = new CountDownLatch(1);
        boolean given = loop.give(clerk -> {
            clerk.leave();
            told.countDown();
        });
        try {
            if (given && !told.await(FAREWELL_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.debug("mesh {}: no time for a farewell", settings.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void close() {
        channel.close();
    }
}
