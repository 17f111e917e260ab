package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Runs the requests of this process, on any thread: at once for tokens served here, otherwise on the nodes that serve them. */
public final class LocalClient {

    private static final int INITIAL_REPLY_BYTES = 256;

    /**
     * The event loops per submitter. A few busy loops wake up and write once for many requests; a single one handles some hundred thousand
     * requests per second.
     */
    private static final int LOOPS_PER_SUBMITTER = 4;

    private final LocalTokens tokens;
    private final List<Submitter> submitters;

    /** @param timeout the longest time that a request waits for an owner while its token moves */
    public LocalClient(List<EventLoopContext> loops, LocalTokens tokens, Duration timeout) {
        this.tokens = tokens;
        this.submitters = loops.stream()
                .limit(Math.max(1, loops.size() / LOOPS_PER_SUBMITTER))
                .map(loop -> new Submitter(loop, tokens, timeout.toNanos()))
                .toList();
    }

    /**
     * Runs a request about one key.
     *
     * @return the reply, in RESP
     */
    public CompletableFuture<byte[]> run(byte[]... arguments) {
        RespRequest request = RespRequest.of(arguments);
        KeyCommand command = Commands.single(request);
        if (command == null) {
            throw new IllegalArgumentException(request.text(0) + " is not about one key");
        }
        int token = tokens.tokenOf(request, 1);
        byte[] reply = runHere(command, request, token);
        if (reply != null) {
            return CompletableFuture.completedFuture(reply);
        }
        Submitter submitter = submitters.get((int) (Thread.currentThread().getId() % submitters.size()));
        PendingReply pending = new PendingReply();
        submitter.submit(new ForwardedRequest(submitter, pending, command, request.data(), token, 0));
        return pending;
    }

    private byte @Nullable [] runHere(KeyCommand command, RespRequest request, int token) {
        ServedToken served = tokens.served(token);
        if (served == null) {
            return null;
        }
        ByteBuf out = Unpooled.buffer(INITIAL_REPLY_BYTES);
        if (!tokens.run(command, request, served, out, false)) {
            return null;
        }
        byte[] reply = new byte[out.readableBytes()];
        out.readBytes(reply);
        return reply;
    }

    /** The future reply of another node, in RESP. */
    private static final class PendingReply extends CompletableFuture<byte[]> implements ForwardedRequest.ReplyTarget {

        @Override
        public void answered(byte[] data, int from, int length) {
            complete(Arrays.copyOfRange(data, from, from + length));
        }

        @Override
        public void failed(String error) {
            complete(PeerProtocol.bytes("-" + error + "\r\n"));
        }
    }

    /** Submits requests to an event loop, with one wake-up for many. They are independent of each other, and each is retried by itself. */
    private static final class Submitter extends Forwarder {

        private final Queue<ForwardedRequest> submitted = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean woken = new AtomicBoolean();

        private Submitter(EventLoopContext loop, LocalTokens tokens, long timeoutNanos) {
            super(loop, tokens, timeoutNanos);
        }

        private void submit(ForwardedRequest request) {
            submitted.add(request);
            if (woken.compareAndSet(false, true)) {
                loop().execute(this::attemptAll);
            }
        }

        private void attemptAll() {
            woken.set(false);
            for (ForwardedRequest next = submitted.poll(); next != null; next = submitted.poll()) {
                attempt(next);
            }
        }

        @Override
        void finished() {}

        @Override
        void mustRetry(ForwardedRequest request) {
            loop().schedule(() -> attempt(request), request.retryDelayNanos());
        }
    }
}
