package dev.divvy.cache.traffic;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.cluster.TokensInMotion;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs commands on the tokens that this node serves, and returns the node to ask for the others. Used by all threads. */
public final class LocalTokens {

    private final String name;
    private final Tokens tokens;
    private final CurrentRouting routing;
    private final ServedTokens servedTokens;
    private final EntryStore entryStore;
    private final int requiredCopies;
    private final TokensInMotion inMotion;

    /**
     * Creates the tokens of a node.
     *
     * @param name the name of this node
     * @param requiredCopies the complete copies without which a write is refused
     */
    public LocalTokens(
            String name,
            CurrentRouting routing,
            ServedTokens servedTokens,
            EntryStore entryStore,
            int requiredCopies,
            TokensInMotion inMotion) {
        this.name = name;
        this.tokens = routing.tokens();
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.entryStore = entryStore;
        this.requiredCopies = requiredCopies;
        this.inMotion = inMotion;
    }

    CurrentRouting routing() {
        return routing;
    }

    int tokenOf(RespRequest request, int argument) {
        return tokens.tokenOf(request.data(), request.start(argument), request.length(argument));
    }

    @Nullable
    ServedToken served(int token) {
        return servedTokens.get(token);
    }

    /** Runs a request here if this node serves its token at this moment; returns null if it did not run. */
    @Nullable
    LocalRun run(KeyCommand command, RespRequest request, ServedToken served, ByteBuf out, boolean resp3) {
        if (command.writes()) {
            entryStore.makeRoom();
        }
        synchronized (served.store()) {
            if (!servedTokens.mayServe(served)) {
                return null;
            }
            if (command.writes() && hasTooFewCopies(served)) {
                ReplyWriter.error(out, LocalRun.TOO_FEW_COPIES);
                return LocalRun.REFUSED;
            }
            command.run(request, served.store(), entryStore.clock().millis(), out, resp3);
            return LocalRun.of(true, served.copies().pendingReply());
        }
    }

    /** Runs a part of a request for many keys here; returns null if it did not run. */
    @Nullable
    LocalRun run(
            ManyKeysCommand command, RespRequest request, int part, ServedToken served, ByteBuf out, boolean resp3) {
        if (command.writes()) {
            entryStore.makeRoom();
        }
        synchronized (served.store()) {
            if (!servedTokens.mayServe(served)) {
                return null;
            }
            if (command.writes() && hasTooFewCopies(served)) {
                return LocalRun.REFUSED;
            }
            boolean counts = command.run(
                    request, part, served.store(), entryStore.clock().millis(), out, resp3);
            return LocalRun.of(counts, served.copies().pendingReply());
        }
    }

    /** Returns a reply that must wait for the copies of all tokens; null when it may be sent at once. */
    @Nullable
    PendingReply pendingReplyForAll() {
        List<PendingReply> pending = new ArrayList<>(inMotion.pendingFlushes());
        servedTokens.forEach(served -> {
            synchronized (served.store()) {
                PendingReply reply = served.isOpen() ? served.copies().pendingReply() : PendingReply.failed();
                if (reply != null) {
                    pending.add(reply);
                }
            }
        });
        return pending.isEmpty() ? null : PendingReply.ofAll(pending);
    }

    private boolean hasTooFewCopies(ServedToken served) {
        return requiredCopies > 0 && served.copies().complete() < requiredCopies;
    }

    /** Returns the node to ask for a token that this node does not serve; null when no other node is known to serve it. */
    @Nullable
    Peer target(RoutingTable table, int token) {
        Peer to = table.route(token);
        if (to != null && isSelf(to) && table.isMoving(token) && servedTokens.get(token) == null) {
            routing.markReleased(table, token);
            to = table.owner(token);
        }
        // A token that this node takes over is served by no other node, even if the table does not say so yet.
        return to == null || isSelf(to) || inMotion.contains(token) ? null : to;
    }

    private boolean isSelf(Peer peer) {
        return peer.name().equals(name);
    }

    /** Whether other nodes must send their entries more slowly, because this node has too little memory for them. */
    boolean isOverfull() {
        return entryStore.isOverfull();
    }
}
