package dev.divvy.cache.traffic;

import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand.Combine;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Routes one client's requests about keys: for tokens served here they run at once, others are forwarded, or the client is redirected.
 * Replies go back in the order of the requests. Everything here happens on one event loop.
 */
final class ClientRequestRouter {

    private final LocalTokens tokens;
    private final boolean redirects;
    private final ClientSession session;
    private final ReplyQueue replies;
    private final ForwardingQueue forwarding;
    private final MemoryBudget.Account memory;

    /** The request for an array of values of which some parts have not been started. */
    private @Nullable ArrayReply array;

    ClientRequestRouter(
            LocalTokens tokens,
            boolean redirects,
            ClientSession session,
            ReplyQueue replies,
            ForwardingQueue forwarding,
            MemoryBudget.Account memory) {
        this.tokens = tokens;
        this.redirects = redirects;
        this.session = session;
        this.replies = replies;
        this.forwarding = forwarding;
        this.memory = memory;
    }

    ClientSession session() {
        return session;
    }

    ReplyQueue replies() {
        return replies;
    }

    /** Whether the next request may be read. */
    boolean acceptsMore() {
        return replies.acceptsMore() && forwarding.isFree() && forwarding.mayDefer() && memory.mayGrow();
    }

    MemoryBudget.Account memory() {
        return memory;
    }

    /** Whether the memory of all connections allows this one to take more. */
    boolean mayGrow() {
        return memory.mayGrow();
    }

    /** Records the memory that this client holds: its input, its forwarded requests and its unread replies. */
    void hold(long inputBytes) {
        memory.hold(inputBytes + replies.unreadBytes() + forwarding.bytes());
    }

    /** Whether every request has been answered. */
    boolean isIdle() {
        return forwarding.isEmpty() && replies.isEmpty();
    }

    /** Drops all requests and replies: the client has disconnected. */
    void end() {
        forwarding.abandon();
        replies.release();
        memory.close();
    }

    /** Runs or forwards a request about one key; returns false when it cannot be run yet and must be read again later. */
    boolean run(KeyCommand command, RespRequest request) {
        int token = tokens.tokenOf(request, 1);
        forwarding.beforeRouting();
        ServedToken served = tokens.served(token);
        RoutingTable table = tokens.routing().table();
        if (!forwarding.mayTakeRoute()) {
            return false;
        }
        if (served != null && runHere(command, request, served)) {
            return true;
        }
        if (redirects && redirected(table, token, request, 1)) {
            return true;
        }
        byte[] frame = Arrays.copyOfRange(request.data(), request.begin(), request.end());
        forwarding.forward(replies.reserve(session.resp3()), command, frame, token, table);
        return true;
    }

    private boolean runHere(KeyCommand command, RespRequest request, ServedToken served) {
        ByteBuf out = replies.immediate();
        int start = out.writerIndex();
        LocalRun ran = tokens.run(command, request, served, out, session.resp3());
        if (ran == null) {
            return false;
        }
        if (ran.pending() != null) {
            byte[] reply = LocalRun.takeBack(out, start);
            forwarding.defer(ran.pending(), replies.reserve(session.resp3()), reply, request.end() - request.begin());
        }
        return true;
    }

    /**
     * Holds a reply back until the copies of all tokens have the changes that were made before.
     *
     * @param start the index at which the reply begins in the buffer
     */
    void awaitAllCopies(ByteBuf out, int start) {
        PendingReply pending = tokens.pendingReplyForAll();
        if (pending != null) {
            byte[] reply = LocalRun.takeBack(out, start);
            forwarding.defer(pending, replies.reserve(session.resp3()), reply, 0);
        }
    }

    /** Runs or forwards the parts of a request about many keys; returns false when it must be read again later. */
    boolean run(ManyKeysCommand command, RespRequest request) {
        if (command.combine() == Combine.ARRAY) {
            return runArray(command, request);
        }
        int parts = command.parts(request);
        int[] partTokens = new int[parts];
        @Nullable ServedToken[] served = new ServedToken[parts];
        forwarding.beforeRouting();
        for (int i = 0; i < parts; i++) {
            partTokens[i] = tokens.tokenOf(request, command.key(i));
            served[i] = tokens.served(partTokens[i]);
        }
        RoutingTable table = tokens.routing().table();
        if (!forwarding.mayTakeRoute()) {
            return false;
        }
        if (redirects
                && (crosses(partTokens)
                        || (served[0] == null && redirected(table, partTokens[0], request, command.key(0))))) {
            return true;
        }
        ScatterGather gather = new ScatterGather(command, parts, replies, session.resp3());
        for (int i = 0; i < parts; i++) {
            ServedToken local = served[i];
            if (local == null || !gather.run(request, i, tokens, local, forwarding)) {
                RespRequest part = command.part(request, i);
                KeyCommand single = Objects.requireNonNull(Commands.single(part));
                forwarding.forward(gather.target(), single, part.data(), partTokens[i], table);
            }
        }
        return true;
    }

    /** Runs or forwards parts as long as their replies find room; returns false while some are left. */
    private boolean runArray(ManyKeysCommand command, RespRequest request) {
        ArrayReply reply = array;
        if (reply == null) {
            if (redirects && redirectedArray(command, request)) {
                return true;
            }
            reply = new ArrayReply(replies, command.parts(request), session.resp3());
            array = reply;
        }
        while (reply.started() < reply.parts()) {
            if (!reply.mayStartPart() || !acceptsMore() || !startPart(command, request, reply)) {
                return false;
            }
        }
        array = null;
        return true;
    }

    private boolean startPart(ManyKeysCommand command, RespRequest request, ArrayReply reply) {
        int part = reply.started();
        int token = tokens.tokenOf(request, command.key(part));
        forwarding.beforeRouting();
        ServedToken served = tokens.served(token);
        RoutingTable table = tokens.routing().table();
        if (!forwarding.mayTakeRoute()) {
            return false;
        }
        if (served == null || !reply.run(command, request, tokens, served, forwarding)) {
            RespRequest single = command.part(request, part);
            KeyCommand get = Objects.requireNonNull(Commands.single(single));
            forwarding.forward(reply.startRemotely(), get, single.data(), token, table);
        }
        return true;
    }

    private boolean redirectedArray(ManyKeysCommand command, RespRequest request) {
        int[] partTokens = new int[command.parts(request)];
        Arrays.setAll(partTokens, i -> tokens.tokenOf(request, command.key(i)));
        return crosses(partTokens)
                || (tokens.served(partTokens[0]) == null
                        && redirected(tokens.routing().table(), partTokens[0], request, command.key(0)));
    }

    private boolean crosses(int[] partTokens) {
        boolean same = Arrays.stream(partTokens).allMatch(token -> token == partTokens[0]);
        if (!same) {
            ReplyWriter.error(replies.immediate(), "CROSSSLOT Keys in request don't hash to the same slot");
        }
        return !same;
    }

    private boolean redirected(RoutingTable table, int token, RespRequest request, int key) {
        Peer to = tokens.target(table, token);
        // The request waits while its token is this node's, or no node's. It is forwarded while the token moves, since
        // two nodes would redirect the client to each other in turn.
        if (to == null || !to.reachable() || table.isUnsettled(token)) {
            return false;
        }
        long slot = KeyHash.REDIS_SLOT.hash(request.data(), request.start(key), request.length(key));
        ReplyWriter.error(replies.immediate(), "MOVED " + slot + " " + to.host() + ":" + to.port());
        return true;
    }
}
