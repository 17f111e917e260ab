package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.replication.protocol.ReplicationRules;
import dev.divvy.cache.replication.protocol.TokenReplica;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Membership;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** The replication of a node without its thread: a test takes its steps. */
public final class SteppedReplication {

    private final Replication replication;
    private final ReplicaCodec codec;

    public SteppedReplication(
            Membership membership,
            ReplicationRules rules,
            EntryStore entryStore,
            ServedTokens servedTokens,
            Function<Peer, ? extends PeerChannel> connections,
            LongSupplier nanos) {
        this.replication = new Replication(
                membership,
                rules,
                new ReplicationContext(entryStore, servedTokens, connections, DepartureListener.NONE, nanos));
        this.codec = new ReplicaCodec(entryStore.clock());
        replication.followMembership();
    }

    public boolean hasNews() {
        return replication.hasNews();
    }

    public long waitMillis() {
        return replication.waitMillis();
    }

    public boolean step() {
        return replication.step();
    }

    /** Returns the reply to the messages of another node. */
    public byte[] receive(Incarnation from, byte[] frame) {
        ByteBuf out = Unpooled.buffer(64);
        boolean known = replication.receive(from, RespRequest.parse(frame), out);
        if (!known) {
            throw new AssertionError("not a request about replicas");
        }
        return ByteBufUtil.getBytes(out);
    }

    /** Returns the incarnation that the tokens are of. */
    public Optional<Incarnation> self() {
        return Optional.ofNullable(replication.current()).map(TokenReplicas::self);
    }

    public Optional<TokenReplica<?>> token(int token) {
        return Optional.ofNullable(replication.current())
                .flatMap(replicas -> Optional.ofNullable(replicas.token(token)))
                .map(LocalToken::replica);
    }

    /** Calls the visitor with the token and the text of each message of a request. */
    public void forEachMessage(byte[] frame, BiConsumer<Integer, Object> visitor) {
        RespRequest request = RespRequest.parse(frame);
        ByteBuf in = messages(request);
        while (in.isReadable()) {
            ReplicaCodec.Message message = codec.read(in);
            visitor.accept(message.token(), message.envelope());
        }
    }

    /** Returns the messages of a request as several requests, of which some may have no message and no bytes. */
    public byte[][] divided(byte[] frame, int requests, IntSupplier chooser) {
        RespRequest request = RespRequest.parse(frame);
        ByteBuf[] parts = new ByteBuf[requests];
        Arrays.setAll(parts, part -> Unpooled.buffer(64));
        ByteBuf in = messages(request);
        while (in.isReadable()) {
            int start = in.readerIndex();
            ReplicaCodec.Message unused = codec.read(in);
            parts[chooser.getAsInt()].writeBytes(in, start, in.readerIndex() - start);
        }
        byte[][] frames = new byte[requests][];
        Arrays.setAll(frames, part -> parts[part].isReadable() ? with(request, parts[part]) : new byte[0]);
        return frames;
    }

    private static byte[] with(RespRequest request, ByteBuf messages) {
        return RespRequest.of(request.copy(0), request.copy(1), request.copy(2), ByteBufUtil.getBytes(messages))
                .data();
    }

    private static ByteBuf messages(RespRequest request) {
        return Unpooled.wrappedBuffer(request.data(), request.start(3), request.length(3));
    }

    /** Returns the replies to such requests as the reply to all; an error if one of them is. */
    public static byte[] joined(List<byte[]> replies) {
        ByteBuf messages = Unpooled.buffer(64);
        for (byte[] reply : replies) {
            if (reply[0] != '$') {
                return reply;
            }
            int start = header(reply);
            messages.writeBytes(reply, start, reply.length - start - 2);
        }
        return bulk(messages);
    }

    /** Returns a request with expiries that are the same by both wall clocks, and not the remaining times. */
    public static byte[] byWallClock(byte[] frame, CacheClock sender, CacheClock receiver) {
        RespRequest request = RespRequest.parse(frame);
        return with(request, byWallClock(messages(request), sender, receiver));
    }

    /** Does the same to a reply. */
    public static byte[] replyByWallClock(byte[] reply, CacheClock sender, CacheClock receiver) {
        if (reply[0] != '$') {
            return reply;
        }
        int start = header(reply);
        return bulk(byWallClock(Unpooled.wrappedBuffer(reply, start, reply.length - start - 2), sender, receiver));
    }

    private static ByteBuf byWallClock(ByteBuf in, CacheClock sender, CacheClock receiver) {
        ReplicaCodec reader = new ReplicaCodec(sender);
        ReplicaCodec writer = new ReplicaCodec(receiver);
        ByteBuf out = Unpooled.buffer(64);
        while (in.isReadable()) {
            ReplicaCodec.Message message = reader.read(in);
            writer.write(message.token(), message.envelope(), out);
        }
        return out;
    }

    private static byte[] bulk(ByteBuf messages) {
        ByteBuf out = Unpooled.buffer(64);
        ReplyWriter.bulk(out, messages.array(), messages.arrayOffset(), messages.readableBytes());
        return ByteBufUtil.getBytes(out);
    }

    private static int header(byte[] reply) {
        int end = 0;
        while (reply[end] != '\n') {
            end++;
        }
        return end + 1;
    }
}
