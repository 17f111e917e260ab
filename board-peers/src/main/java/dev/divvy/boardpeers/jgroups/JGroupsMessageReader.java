package dev.divvy.boardpeers.jgroups;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.Header;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Version;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FILE_PING;
import org.jgroups.protocols.FailureDetection;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MPING;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.NakAckHeader2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes that JGroups wrote on another node, in place of JGroups: only the messages, headers and payloads that this stack sends,
 * and no length beyond the remaining bytes. The bytes never name a class. JGroups' own reader creates an object of any class that the
 * bytes name, and allocates any length that they claim.
 */
final class JGroupsMessageReader {

    private static final int MAX_HEADERS = 8;

    /** Type, leading byte, flags and the number of headers. */
    private static final int MIN_MESSAGE_BYTES = 7;

    private static final int MAX_CLUSTER_NAME = 100;

    /** The bits of a message's leading byte that say which addresses follow: JGroups' own values. */
    private static final int DESTINATION_SET = 1;

    private static final int SOURCE_SET = 1 << 1;

    /** The header of each protocol of the stack, by the protocol's id. */
    private static final Map<Short, Supplier<? extends Header>> HEADERS = headers();

    /** The payloads that are not bytes, by JGroups' number of their class: those of STABLE and of retransmission requests. */
    private static final Map<Short, Supplier<? extends SizeStreamable>> OBJECTS = Map.of(
            ClassConfigurator.getMagicNumber(SeqnoList.class), SeqnoList::new,
            ClassConfigurator.getMagicNumber(Digest.class), Digest::new,
            ClassConfigurator.getMagicNumber(MutableDigest.class), MutableDigest::new);

    private final ByteArrayDataInputStream in;

    private JGroupsMessageReader(ByteBuffer bytes) {
        this.in =
                new ByteArrayDataInputStream(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    /** The content of one write of another node's JGroups: a single message, or several with the same destination. */
    record Received(
            boolean list,
            boolean multicast,
            @Nullable Address destination,
            @Nullable Address source,
            List<Message> messages) {}

    private static Map<Short, Supplier<? extends Header>> headers() {
        Map<Class<?>, Supplier<? extends Header>> all = new HashMap<>();
        all.put(TP.class, TpHeader::new);
        List.of(TCPPING.class, FILE_PING.class, MPING.class, DNS_PING.class)
                .forEach(discovery -> all.put(discovery, PingHeader::new));
        all.put(MERGE3.class, MERGE3.MergeHeader::new);
        all.put(FD_ALL3.class, FailureDetection.HeartbeatHeader::new);
        all.put(VERIFY_SUSPECT2.class, VERIFY_SUSPECT2.VerifyHeader::new);
        all.put(NAKACK2.class, NakAckHeader2::new);
        all.put(UNICAST3.class, UnicastHeader3::new);
        all.put(STABLE.class, STABLE.StableHeader::new);
        all.put(GMS.class, GMS.GmsHeader::new);
        Map<Short, Supplier<? extends Header>> byId = new HashMap<>();
        all.forEach((protocol, header) -> byId.put(ClassConfigurator.getProtocolId(protocol), header));
        return Map.copyOf(byId);
    }

    /**
     * Reads all of these bytes.
     *
     * @throws IOException when they are anything but messages of this stack
     */
    static Received read(ByteBuffer bytes) throws IOException {
        try {
            return new JGroupsMessageReader(bytes).read();
        } catch (ClassNotFoundException | RuntimeException e) {
            throw new IOException("it is not a JGroups message: " + e, e); // JGroups reads headers without checks
        }
    }

    private Received read() throws IOException, ClassNotFoundException {
        short version = in.readShort();
        check(Version.isBinaryCompatible(version), "version of JGroups ", version);
        byte flags = in.readByte();
        boolean multicast = (flags & TP.MULTICAST) != 0;
        Received received = (flags & TP.LIST) == 0 ? single(multicast) : list(multicast);
        check(remaining() == 0, "trailing bytes: ", remaining());
        return received;
    }

    private Received single(boolean multicast) throws IOException, ClassNotFoundException {
        Message message = message(null, null);
        return new Received(false, multicast, message.getDest(), message.getSrc(), List.of(message));
    }

    private Received list(boolean multicast) throws IOException, ClassNotFoundException {
        Address destination = address();
        Address source = address();
        check(source instanceof UUID, "messages without a source, multicast flag ", multicast ? 1 : 0);
        int name = in.readShort();
        check(name >= 0 && name <= MAX_CLUSTER_NAME && name <= remaining(), "length of a cluster name ", name);
        in.skipBytes(name);
        int count = in.readInt();
        check(count > 0 && count <= remaining() / MIN_MESSAGE_BYTES, "number of messages ", count);
        List<Message> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(message(destination, source));
        }
        return new Received(true, multicast, destination, source, messages);
    }

    private Message message(@Nullable Address destination, @Nullable Address source)
            throws IOException, ClassNotFoundException {
        short type = in.readShort();
        byte leading = in.readByte();
        short flags = in.readShort();
        check((flags & Message.Flag.SERIALIZED.value()) == 0, "serialized object, flags ", flags);
        Address to = (leading & DESTINATION_SET) != 0 ? address() : destination;
        Address from = (leading & SOURCE_SET) != 0 ? address() : source;
        check(from instanceof UUID, "message without a source, type ", type);
        List<Header> headers = readHeaders();
        Message message = payload(type);
        headers.forEach(header -> message.putHeader(header.getProtId(), header));
        return message.setDest(to).setSrc(from).setFlag(flags, false);
    }

    private List<Header> readHeaders() throws IOException, ClassNotFoundException {
        int count = in.readShort();
        check(count >= 0 && count <= MAX_HEADERS, "number of headers ", count);
        List<Header> headers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            short protocol = in.readShort();
            short kind = in.readShort();
            Header header = create(HEADERS, protocol, "header of protocol ");
            check(header.getMagicId() == kind, "header of kind ", kind);
            header.setProtId(protocol);
            header.readFrom(in);
            headers.add(header);
        }
        return headers;
    }

    private Message payload(short type) throws IOException, ClassNotFoundException {
        return switch (type) {
            case Message.BYTES_MSG -> bytes();
            case Message.EMPTY_MSG -> new EmptyMessage();
            case Message.OBJ_MSG -> object();
            default -> throw refused("message type ", type);
        };
    }

    private BytesMessage bytes() throws IOException {
        int length = in.readInt();
        check(length >= -1 && length <= remaining(), "length of a payload ", length);
        BytesMessage message = new BytesMessage();
        if (length >= 0) {
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            message.setArray(bytes, 0, length);
        }
        return message;
    }

    private ObjectMessage object() throws IOException, ClassNotFoundException {
        byte present = in.readByte();
        check(present == 1, "object with presence flag ", present);
        short kind = in.readShort();
        SizeStreamable object = create(OBJECTS, kind, "object of kind ");
        if (object instanceof SeqnoList) {
            checkSequenceNumbers();
        }
        object.readFrom(in);
        return new ObjectMessage().setObject(object);
    }

    /** Checks the length of a list of sequence numbers, which begins with the number of its bits. */
    private void checkSequenceNumbers() throws IOException {
        int start = in.position();
        int bits = in.readInt();
        check(bits > 0 && bits / Byte.SIZE <= remaining(), "number of sequence numbers ", bits);
        in.position(start);
    }

    /** Reads an address: the id of a process, or an IP address. JGroups itself also creates objects of other classes here. */
    private @Nullable Address address() throws IOException {
        byte kind = in.readByte();
        if (kind == Address.NULL) {
            return null;
        }
        check(kind == Address.UUID_ADDR || kind == Address.IP_ADDR, "address of kind ", kind);
        if (kind == Address.UUID_ADDR) {
            UUID id = new UUID();
            id.readFrom(in);
            return id;
        }
        IpAddress address = new IpAddress();
        address.readFrom(in);
        return address;
    }

    private static <T> T create(Map<Short, Supplier<? extends T>> factories, short key, String what)
            throws IOException {
        Supplier<? extends T> factory = factories.get(key);
        if (factory == null) {
            throw refused(what, key);
        }
        return factory.get();
    }

    private int remaining() {
        return in.limit() - in.position();
    }

    private static void check(boolean valid, String what, int value) throws IOException {
        if (!valid) {
            throw refused(what, value);
        }
    }

    private static IOException refused(String what, int value) {
        return new IOException("unexpected " + what + value);
    }
}
