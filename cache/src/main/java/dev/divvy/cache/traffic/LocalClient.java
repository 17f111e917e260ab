package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the requests of this process, on any thread: at once for tokens served here, otherwise on the nodes that serve them. Code of the
 * application never runs on an event loop.
 */
public final class LocalClient {

    private static final byte[] OUTCOME_UNKNOWN = PeerProtocol.bytes("-" + PeerProtocol.OUTCOME_UNKNOWN + "\r\n");

    private static final int INITIAL_REPLY_BYTES = 256;

    /**
     * The event loops per submitter. A few busy loops wake up and write once for many requests; a single one handles some hundred thousand
     * requests per second.
     */
    private static final int LOOPS_PER_SUBMITTER = 4;

    private final LocalTokens tokens;
    private final List<Submitter> submitters;
    private final long timeoutNanos;
    private final AsyncRequestLimit inFlight;

    /**
     * @param timeout the longest time that a request waits for an owner while its token moves, or for its turn
     * @param executor completes the futures of replies
     * @param budget the memory that requests without a reply take part of
     */
    public LocalClient(
            List<EventLoopContext> loops,
            LocalTokens tokens,
            Duration timeout,
            Executor executor,
            MemoryBudget budget) {
        this.tokens = tokens;
        this.inFlight = new AsyncRequestLimit(budget);
        this.timeoutNanos = timeout.toNanos();
        this.submitters = loops.stream()
                .limit(Math.max(1, loops.size() / LOOPS_PER_SUBMITTER))
                .map(loop -> new Submitter(loop, tokens, timeoutNanos, new CallbackQueue(loop, executor)))
                .toList();
    }

    /**
     * Runs a request about one key and waits for the reply.
     *
     * @return the reply, in RESP
     */
    public byte[] call(byte[]... arguments) {
        RespRequest request = RespRequest.of(arguments);
        KeyCommand command = commandOf(request);
        int token = tokens.tokenOf(request, 1);
        LocalReply reply = runHere(command, request, token);
        if (reply == null) {
            return awaitReply(command, request, token);
        }
        return reply.pending == null ? reply.bytes : reply.await(reply.pending);
    }

    private byte[] awaitReply(KeyCommand command, RespRequest request, int token) {
        WaitingCaller caller = new WaitingCaller();
        submitter().submit(command, request, token, caller);
        return caller.join();
    }

    /**
     * Runs a request about one key. The future is completed by this thread if the token is served here, and on the executor otherwise.
     * While too many requests are in flight this thread waits before it runs the request, unless it is one that completes futures.
     *
     * @param decoder turns the reply, in RESP, into the value of the future; what it throws fails the future
     */
    public <T> CompletableFuture<T> send(Function<byte[], T> decoder, byte[]... arguments) {
        RespRequest request = RespRequest.of(arguments);
        KeyCommand command = commandOf(request);
        int token = tokens.tokenOf(request, 1);
        PendingResult<T> result = new PendingResult<>(decoder);
        if (!mayRun(token)) {
            result.decode(PeerProtocol.bytes(inFlight.refusal()));
            return result;
        }
        LocalReply reply = runHere(command, request, token);
        if (reply == null) {
            Submitter submitter = submitter();
            long length = request.data().length;
            inFlight.add(length);
            submitter.submit(command, request, token, new CallbackTarget(submitter.callbacks, data -> {
                inFlight.remove(length);
                result.decode(data);
            }));
        } else if (reply.pending == null) {
            result.decode(reply.bytes);
        } else {
            complete(reply, reply.pending, result, (long) request.data().length + reply.bytes.length);
        }
        return result;
    }

    /** Completes a future with a reply that waits for copies. */
    private <T> void complete(LocalReply reply, PendingReply confirmation, PendingResult<T> result, long length) {
        Submitter submitter = submitter();
        inFlight.add(length);
        confirmation.whenDecided(confirmed -> submitter
                .loop()
                .post(() -> submitter.callbacks.add(() -> {
                    inFlight.remove(length);
                    result.decode(confirmed ? reply.bytes : OUTCOME_UNKNOWN);
                })));
    }

    /**
     * Waits until an asynchronous request may run; returns false when the time ends first. A callback does not wait, since only callbacks end
     * requests, and neither does a request whose reply waits for no other node.
     */
    private boolean mayRun(int token) {
        return inFlight.hasRoom()
                || CallbackQueue.inCallback()
                || isAnsweredAtOnce(token)
                || inFlight.awaitRoom(timeoutNanos);
    }

    private boolean isAnsweredAtOnce(int token) {
        ServedToken served = tokens.served(token);
        if (served == null) {
            return false;
        }
        synchronized (served.store()) {
            return served.copies().isAlone();
        }
    }

    private static KeyCommand commandOf(RespRequest request) {
        KeyCommand command = Commands.single(request);
        if (command == null) {
            throw new IllegalArgumentException(request.text(0) + " is not about one key");
        }
        return command;
    }

    private Submitter submitter() {
        return submitters.get((int) (Thread.currentThread().getId() % submitters.size()));
    }

    private @Nullable LocalReply runHere(KeyCommand command, RespRequest request, int token) {
        ServedToken served = tokens.served(token);
        if (served == null) {
            return null;
        }
        ByteBuf out = Unpooled.buffer(INITIAL_REPLY_BYTES);
        LocalRun ran = tokens.run(command, request, served, out, false);
        return ran == null ? null : new LocalReply(LocalRun.takeBack(out, 0), ran.pending());
    }

    /** The reply to a request that ran here. */
    private static final class LocalReply {

        private final byte[] bytes;

        /** Set when it must wait for the copies of the token. */
        private final @Nullable PendingReply pending;

        private LocalReply(byte[] bytes, @Nullable PendingReply pending) {
            this.bytes = bytes;
            this.pending = pending;
        }

        private byte[] await(PendingReply confirmation) {
            WaitingCaller caller = new WaitingCaller();
            confirmation.whenDecided(confirmed -> caller.arrived(confirmed ? bytes : OUTCOME_UNKNOWN));
            return caller.join();
        }
    }

    /** Takes the reply of another node, in RESP, on the event loop. */
    private interface Reply extends ForwardedRequest.ReplyTarget {

        void arrived(byte[] reply);

        @Override
        default void answered(byte[] data, int from, int length) {
            arrived(Arrays.copyOfRange(data, from, from + length));
        }

        @Override
        default void failed(String error) {
            arrived(PeerProtocol.bytes("-" + error + "\r\n"));
        }
    }

    /** A thread that waits for a reply. It is the only dependent of this future, so the event loop completes it. */
    private static final class WaitingCaller extends CompletableFuture<byte[]> implements Reply {

        @Override
        public void arrived(byte[] reply) {
            complete(reply);
        }
    }

    /** A future reply for the application, which the event loop must not complete. */
    private static final class PendingResult<T> extends CompletableFuture<T> {

        private final Function<byte[], T> decoder;

        private PendingResult(Function<byte[], T> decoder) {
            this.decoder = decoder;
        }

        private void decode(byte[] reply) {
            try {
                complete(decoder.apply(reply));
            } catch (RuntimeException | Error e) {
                completeExceptionally(e);
            }
        }
    }

    /** Hands a reply over to the executor. */
    private record CallbackTarget(CallbackQueue callbacks, Consumer<byte[]> callback) implements Reply {

        @Override
        public void arrived(byte[] reply) {
            callbacks.add(() -> callback.accept(reply));
        }
    }

    /** Submits requests to an event loop, with one wake-up for many. They are independent of each other, and each is retried by itself. */
    private static final class Submitter extends Forwarder {

        private final Queue<ForwardedRequest> submitted = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean woken = new AtomicBoolean();
        private final CallbackQueue callbacks;
        private final StrandedRequests stranded;

        private Submitter(EventLoopContext loop, LocalTokens tokens, long timeoutNanos, CallbackQueue callbacks) {
            super(loop, tokens, timeoutNanos);
            this.callbacks = callbacks;
            this.stranded = new StrandedRequests(loop, this::attempt);
        }

        private void submit(KeyCommand command, RespRequest request, int token, Reply reply) {
            submitted.add(new ForwardedRequest(this, reply, command, request.data(), token, 0));
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
        void finished(ForwardedRequest request) {}

        @Override
        void mustRetry(ForwardedRequest request) {
            loop().schedule(() -> attempt(request), request.retryDelayNanos());
        }

        @Override
        void mustWait(ForwardedRequest request) {
            stranded.add(request);
        }
    }
}
