package dev.divvy.cache.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.peer.PeerOutcomes;
import dev.divvy.cache.peer.PeerRequest;
import dev.divvy.cache.replication.ReplicaCodec.Message;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.ReplicaMessage;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Fetch;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forget;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Hello;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The messages on a link to another node: how much of the entries of many tokens is fetched at a time. */
class ReplicaLinkTest {

    private static final Incarnation SELF = new Incarnation("a", 1);
    private static final Incarnation PEER = new Incarnation("b", 1);
    private static final int TOKENS = 1000;
    private static final int PARTS = 3;

    private final ReplicaCodec codec = new ReplicaCodec(CacheClock.SYSTEM);
    private final Channel channel = new Channel();
    private final Source source = new Source();
    private final ReplicaLink link = new ReplicaLink(SELF, PEER, channel, codec, System::nanoTime, source);

    @Test
    void fewTokensAreFetchedAtATimeAndEachReplyHasOnePart() {
        for (int token = 0; token < TOKENS; token++) {
            link.send(token, envelope(new Hello<>()));
            link.send(token, envelope(new Fetch<>(0)));
        }
        fetchAll(64 << 10);
        assertThat(source.mostInFlight).isBetween(FetchWindow.MOST / 2, FetchWindow.MOST);
        assertThat(source.mostBegun).isLessThanOrEqualTo(FetchWindow.MOST);
    }

    @Test
    void longRepliesAreFetchedOneByOne() {
        source.expected = 20;
        for (int token = 0; token < 20; token++) {
            link.send(token, envelope(new Fetch<>(0)));
        }
        fetchAll((int) FetchWindow.MOST_BYTES);
        assertThat(source.mostInFlight).isEqualTo(1);
    }

    @Test
    void aLaterMessageMakesARequestThatWaitsVoid() {
        link.send(1, envelope(new Fetch<>(0)));
        link.send(2, envelope(new Fetch<>(0)));
        link.send(2, envelope(new Forget<>()));
        source.expected = 1;
        fetchAll(100);
        assertThat(source.complete).containsExactly(1);
    }

    private void fetchAll(int replyBytes) {
        for (PeerRequest request = channel.sent.poll(); request != null; request = channel.sent.poll()) {
            source.mostInFlight = Math.max(
                    source.mostInFlight,
                    channel.fetchesInFlight() + fetches(request).size());
            channel.answer(request, replyBytes);
        }
        assertThat(source.complete).hasSize(source.expected);
    }

    private static Envelope<EntryChange> envelope(ReplicaMessage<EntryChange> message) {
        return new Envelope<>(1, 1, 1, message);
    }

    /** Returns the tokens that a request asks for parts of. */
    private List<Message> fetches(PeerRequest request) {
        List<Message> fetches = new ArrayList<>();
        RespRequest frame = RespRequest.parse(request.frame());
        ByteBuf in = Unpooled.wrappedBuffer(frame.data(), frame.start(3), frame.length(3));
        while (in.isReadable()) {
            Message message = codec.read(in);
            if (message.envelope().message() instanceof Fetch) {
                fetches.add(message);
            }
        }
        assertThat(fetches).hasSizeLessThanOrEqualTo(1);
        return fetches;
    }

    /** Runs everything at once, and keeps the requests until they are answered. */
    private final class Channel implements PeerChannel {

        private final Queue<PeerRequest> sent = new ArrayDeque<>();

        @Override
        public boolean onLoop(Runnable action) {
            action.run();
            return true;
        }

        @Override
        public void send(PeerRequest request) {
            sent.add(request);
        }

        @Override
        public void close() {}

        private int fetchesInFlight() {
            return sent.stream().mapToInt(request -> fetches(request).size()).sum();
        }

        private void answer(PeerRequest request, int bytes) {
            ByteBuf replies = Unpooled.buffer();
            for (Message fetch : fetches(request)) {
                int part = ((Fetch<?>) fetch.envelope().message()).part();
                codec.write(
                        fetch.token(),
                        envelope(new FetchedPart<>(part, List.of(EntryChange.remove(new byte[bytes])))),
                        replies);
            }
            ByteBuf out = Unpooled.buffer();
            ReplyWriter.bulk(out, replies.array(), replies.arrayOffset(), replies.readableBytes());
            byte[] reply = ByteBufUtil.getBytes(out);
            PeerOutcomes.answer(request, reply);
        }
    }

    /** Asks for the next part of each token until it has all. */
    private final class Source implements ReplicaLink.Events {

        private final Set<Integer> begun = new HashSet<>();
        private final Set<Integer> complete = new HashSet<>();
        private int expected = TOKENS;
        private int mostInFlight;
        private int mostBegun;

        @Override
        public void received(Incarnation from, Message message) {
            int part = ((FetchedPart<EntryChange>) message.envelope().message()).part();
            begun.add(message.token());
            mostBegun = Math.max(mostBegun, begun.size());
            if (part + 1 < PARTS) {
                link.send(message.token(), envelope(new Fetch<>(part + 1)));
            } else {
                begun.remove(message.token());
                complete.add(message.token());
            }
        }

        @Override
        public void drained(ReplicaLink link) {}

        @Override
        public void broke(ReplicaLink broken) {
            throw new AssertionError("the link broke");
        }
    }
}
