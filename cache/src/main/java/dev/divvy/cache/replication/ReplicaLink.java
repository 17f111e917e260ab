package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.peer.PeerRequest;
import dev.divvy.cache.replication.ReplicaCodec.Message;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Change;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Fetch;
import dev.divvy.cache.replication.protocol.ReplicaMessage.MakeRoom;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The messages of this node's tokens to one incarnation of another node, on one connection: so the messages of one token keep their order.
 * Messages that are sent together travel in one request, whose reply has the replies to all of them. When a request fails nothing more is
 * sent or received: the next messages need a new link. Thread-safe.
 */
final class ReplicaLink {

    /** The bytes after which a request is complete. */
    private static final int REQUEST_BYTES = 256 * 1024;

    /** The bytes of all messages that may be in flight; the rest waits here. */
    private static final long WINDOW_BYTES = 2L << 20;

    private static final byte[] COMMAND = PeerProtocol.bytes(PeerProtocol.REPLICA);

    /** Takes what happens on a link, on its event loop. */
    interface Events {

        void received(Incarnation from, Message message);

        /** Called when messages were answered, so that there is room for more. */
        void drained(ReplicaLink link);

        /** Called once: messages may have been lost. */
        void broke(ReplicaLink link);
    }

    private final Incarnation self;
    private final Incarnation peer;
    private final PeerChannel channel;
    private final ReplicaCodec codec;
    private final LongSupplier nanos;
    private final Events events;

    /** Complete requests that wait; guarded by this, as everything below. */
    private final ArrayDeque<MessagesRequest> complete = new ArrayDeque<>();

    private final ByteBuf current = Unpooled.buffer(1024);
    private final CopyWindow copyWindow = new CopyWindow();
    private final FetchWindow fetches = new FetchWindow();
    private int currentCopyBytes;
    private long inFlightBytes;
    private boolean scheduled;
    private boolean broken;

    /** @param nanos the clock that measures how long replies take */
    ReplicaLink(
            Incarnation self,
            Incarnation peer,
            PeerChannel channel,
            ReplicaCodec codec,
            LongSupplier nanos,
            Events events) {
        this.self = self;
        this.peer = peer;
        this.channel = channel;
        this.codec = codec;
        this.nanos = nanos;
        this.events = events;
    }

    Incarnation peer() {
        return peer;
    }

    synchronized boolean isBroken() {
        return broken;
    }

    /** Whether parts of copies may be sent: other messages must not wait behind too many of them. */
    synchronized boolean hasRoom() {
        return !broken && copyWindow.hasRoom();
    }

    synchronized void send(int token, Envelope<EntryChange> envelope) {
        boolean fetch = envelope.message() instanceof Fetch<EntryChange>;
        if (!fetch && !(envelope.message() instanceof MakeRoom<EntryChange>)) {
            fetches.discard(token);
        }
        if (broken || (fetch && !fetches.admits(token, envelope))) {
            return;
        }
        write(token, envelope);
        schedule();
    }

    private void write(int token, Envelope<EntryChange> envelope) {
        int before = current.readableBytes();
        codec.write(token, envelope, current);
        int bytes = CopyWindow.bytes(envelope.message(), current.readableBytes() - before);
        currentCopyBytes += bytes;
        copyWindow.add(bytes);
        if (envelope.message() instanceof Change<EntryChange>) {
            copyWindow.changed();
        }
        boolean fetch = envelope.message() instanceof Fetch<EntryChange>;
        if (fetch || current.readableBytes() >= REQUEST_BYTES) {
            completeCurrent(fetch); // so no reply has more than one part of the entries
        }
    }

    private void completeCurrent(boolean fetch) {
        byte[] messages = ByteBufUtil.getBytes(current);
        current.clear();
        if (current.capacity() > 2 * REQUEST_BYTES) {
            current.capacity(1024);
        }
        complete.add(new MessagesRequest(messages, currentCopyBytes, fetch));
        currentCopyBytes = 0;
    }

    private void sendWaitingFetches() {
        for (Optional<Message> next = fetches.next(); next.isPresent(); next = fetches.next()) {
            write(next.get().token(), next.get().envelope());
        }
    }

    private void schedule() {
        if (!scheduled && !broken) {
            scheduled = true;
            if (!channel.onLoop(this::flush)) {
                broken = true; // this node has closed
            }
        }
    }

    /** Sends what fits into the window; on the event loop. */
    private void flush() {
        for (MessagesRequest request = take(); request != null; request = take()) {
            request.takenNanos = nanos.getAsLong();
            channel.send(request);
        }
    }

    private synchronized @Nullable MessagesRequest take() {
        scheduled = false;
        if (broken || inFlightBytes >= WINDOW_BYTES) {
            return null;
        }
        if (complete.isEmpty() && current.isReadable()) {
            completeCurrent(false);
        }
        MessagesRequest request = complete.poll();
        if (request != null) {
            inFlightBytes += request.bytes;
        }
        return request;
    }

    void close() {
        synchronized (this) {
            broken = true;
        }
        channel.close();
    }

    private void fail() {
        synchronized (this) {
            if (broken) {
                return;
            }
            broken = true;
        }
        channel.close();
        events.broke(this);
    }

    /** Reads the replies and hands each of them over. */
    private void forEach(byte[] data, int from, int length, Consumer<Message> action) {
        int header = from + 1;
        while (data[header - 1] != '\n') {
            header++;
        }
        ByteBuf in = Unpooled.wrappedBuffer(data, header, from + length - header - 2);
        while (in.isReadable()) {
            action.accept(codec.read(in));
        }
    }

    /** Several messages, and their replies. */
    private final class MessagesRequest extends PeerRequest {

        private final int bytes;
        private final int copyBytes;
        private final boolean fetch;

        /** Used on the event loop only. */
        private long takenNanos;

        private MessagesRequest(byte[] messages, int copyBytes, boolean fetch) {
            super(RespRequest.of(COMMAND, number(self), number(peer), messages).data());
            this.bytes = messages.length;
            this.copyBytes = copyBytes;
            this.fetch = fetch;
        }

        @Override
        protected void answered(byte[] data, int from, int length) {
            if (isBroken()) {
                return;
            }
            if (data[from] != '$') {
                fail(); // the other node is another incarnation by now
                return;
            }
            try {
                forEach(data, from, length, message -> events.received(peer, message));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                fail();
                return;
            }
            synchronized (ReplicaLink.this) {
                inFlightBytes -= bytes;
                copyWindow.replied(copyBytes, nanos.getAsLong() - takenNanos);
                if (fetch) {
                    fetches.replied(length);
                    sendWaitingFetches();
                }
            }
            flush();
            events.drained(ReplicaLink.this);
        }

        @Override
        protected void bounced(boolean released) {
            fail();
        }

        @Override
        protected void lost() {
            fail();
        }
    }

    private static byte[] number(Incarnation incarnation) {
        return PeerProtocol.bytes(Long.toString(incarnation.number()));
    }

    @Override
    public String toString() {
        return self + " to " + peer + Arrays.toString(new long[] {current.readableBytes(), inFlightBytes});
    }
}
