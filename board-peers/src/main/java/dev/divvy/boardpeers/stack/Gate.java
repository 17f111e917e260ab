package dev.divvy.boardpeers.stack;

import dev.divvy.boardpeers.MeshSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.ByteArray;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lies right above the transport: what is not of this mesh, or was not said with its secret, goes no further. Nothing of it is read, and
 * each side says once who it was and why.
 */
public final class Gate extends Protocol {

    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    /** So many strangers are told apart; of more nothing is said. */
    private static final int MOST_STRANGERS = 1_000;

    private static final byte[] NOTHING = new byte[0];

    private final String mesh;
    private final Optional<Seal> seal;
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /** Where this node listens; written once, when the transport has started. */
    private volatile String place = "?";

    public Gate(String mesh, Optional<String> secret) {
        this.mesh = mesh;
        this.seal = secret.map(word -> new Seal(mesh, word));
    }

    /** The transport below has started, and knows where it listens. */
    @Override
    public void start() throws Exception {
        super.start();
        if (down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr)) instanceof IpAddress here) {
            place = MeshSettings.shown(new InetSocketAddress(here.getIpAddress(), here.getPort()));
        }
    }

    @Override
    public Object down(Message message) {
        return down_prot.down(closed(message));
    }

    @Override
    public CompletableFuture<Object> down(Message message, boolean async) {
        return down_prot.down(closed(message), async);
    }

    private Message closed(Message message) {
        ByteArray plain;
        try {
            plain = Util.messageToBuffer(message);
        } catch (Exception e) {
            throw new IllegalStateException("cannot write a message", e);
        }
        byte[] bytes;
        if (seal.isPresent()) {
            byte[] body = seal.get().close(plain.getArray(), plain.getOffset(), plain.getLength());
            bytes = Frame.write(Frame.Kind.SEALED, mesh, place, body, 0, body.length);
        } else {
            bytes = Frame.write(Frame.Kind.PLAIN, mesh, place, plain.getArray(), plain.getOffset(), plain.getLength());
        }
        return new BytesMessage(message.getDest(), bytes)
                .setFlag(message.getFlags(false), false)
                .setFlag(message.getFlags(true), true);
    }

    @Override
    public @Nullable Object up(Message message) {
        return opened(message).map(inner -> up_prot.up(inner)).orElse(null);
    }

    @Override
    public void up(MessageBatch batch) {
        MessageBatch inside = new MessageBatch(
                batch.dest(), batch.sender(), batch.clusterName(), batch.multicast(), batch.mode(), batch.size());
        for (Message message : batch) {
            opened(message).ifPresent(inside::add);
        }
        if (!inside.isEmpty()) {
            up_prot.up(inside);
        }
    }

    private Optional<Message> opened(Message outer) {
        Optional<Frame> frame = outer.hasArray()
                ? Frame.read(outer.getArray(), outer.getOffset(), outer.getLength())
                : Optional.empty();
        if (frame.isEmpty()) {
            say("of " + outer.getSrc() + " came something that no node of a mesh says; it is ignored");
            return Optional.empty();
        }
        return opened(frame.get()).flatMap(body -> inner(outer, body));
    }

    private Optional<Message> inner(Message outer, ByteBuffer body) {
        try {
            Message message =
                    Util.messageFromBuffer(body.array(), body.arrayOffset() + body.position(), body.remaining());
            return Optional.of(message.setSrc(outer.getSrc()).setDest(outer.getDest()));
        } catch (Exception e) {
            LOG.warn("mesh {}: a message of {} cannot be read and is ignored: {}", mesh, outer.getSrc(), e.toString());
            return Optional.empty();
        }
    }

    private Optional<ByteBuffer> opened(Frame frame) {
        if (frame.kind() == Frame.Kind.OTHER_NAME || frame.kind() == Frame.Kind.OTHER_SECRET) {
            String why = frame.kind() == Frame.Kind.OTHER_NAME
                    ? "it is of the mesh " + frame.mesh()
                    : "it has another secret";
            say("the node at " + frame.place() + " does not let this one in: " + why);
            return Optional.empty();
        }
        if (!frame.mesh().equals(mesh)) {
            return refused(frame, Frame.Kind.OTHER_NAME, "it is of the mesh " + frame.mesh());
        }
        if (seal.isEmpty() && frame.kind() == Frame.Kind.PLAIN) {
            return Optional.of(frame.body());
        }
        if (seal.isEmpty() || frame.kind() == Frame.Kind.PLAIN) {
            String who = seal.isEmpty() ? "it has a secret, and this one has none" : "it has no secret";
            return refused(frame, Frame.Kind.OTHER_SECRET, who);
        }
        try {
            return Optional.of(ByteBuffer.wrap(seal.get().open(frame.body())));
        } catch (GeneralSecurityException e) {
            return refused(frame, Frame.Kind.OTHER_SECRET, "it has another secret");
        }
    }

    /** Says so here, and lets the other side say so too. */
    private Optional<ByteBuffer> refused(Frame frame, Frame.Kind kind, String why) {
        if (say("the node at " + frame.place() + " is not let in: " + why)) {
            address(frame.place())
                    .ifPresent(there ->
                            down_prot.down(new BytesMessage(there, Frame.write(kind, mesh, place, NOTHING, 0, 0))));
        }
        return Optional.empty();
    }

    private static Optional<IpAddress> address(String place) {
        int end = place.lastIndexOf(':');
        String host = end < 0 ? "" : place.substring(0, end).replace("[", "").replace("]", "");
        // Only digits: a stranger's words are not looked up.
        if (!host.matches("[0-9a-fA-F:.]+")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new IpAddress(InetAddress.getByName(host), Integer.parseInt(place.substring(end + 1))));
        } catch (UnknownHostException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Once. */
    private boolean say(String what) {
        boolean fresh = said.size() < MOST_STRANGERS && said.add(what);
        if (fresh) {
            LOG.warn("mesh {} at {}: {}", mesh, place, what);
        }
        return fresh;
    }
}
