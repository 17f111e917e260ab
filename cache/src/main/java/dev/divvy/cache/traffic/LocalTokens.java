package dev.divvy.cache.traffic;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import io.netty.buffer.ByteBuf;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Runs commands on the tokens that this node serves, and returns the node to ask for the others. Used by all threads. */
public final class LocalTokens {

    /** The result for a part that did not run. */
    static final int NOT_HERE = -1;

    private final String name;
    private final Tokens tokens;
    private final CurrentRouting routing;
    private final ServedTokens servedTokens;
    private final EntryStore entryStore;
    private final IntPredicate arrived;

    /**
     * Creates the tokens of a node.
     *
     * @param name the name of this node
     * @param arrived whether the entries of a token have arrived that this node does not serve yet
     */
    public LocalTokens(
            String name,
            CurrentRouting routing,
            ServedTokens servedTokens,
            EntryStore entryStore,
            IntPredicate arrived) {
        this.name = name;
        this.tokens = routing.tokens();
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.entryStore = entryStore;
        this.arrived = arrived;
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

    /** Runs a request here if this node serves its token at this moment; returns whether it ran. */
    boolean run(KeyCommand command, RespRequest request, ServedToken served, ByteBuf out, boolean resp3) {
        if (command.writes()) {
            entryStore.makeRoom();
        }
        synchronized (served.store()) {
            if (!servedTokens.mayServe(served)) {
                return false;
            }
            command.run(request, served.store(), entryStore.clock().millis(), out, resp3);
            return true;
        }
    }

    /** Runs a part of a request for many keys here; returns whether it counts, as 1 or 0, or {@link #NOT_HERE}. */
    int run(ManyKeysCommand command, RespRequest request, int part, ServedToken served, ByteBuf out, boolean resp3) {
        if (command.writes()) {
            entryStore.makeRoom();
        }
        synchronized (served.store()) {
            if (!servedTokens.mayServe(served)) {
                return NOT_HERE;
            }
            return command.run(request, part, served.store(), entryStore.clock().millis(), out, resp3) ? 1 : 0;
        }
    }

    /** Returns the node to ask for a token that this node does not serve; null when no other node is known to serve it. */
    @Nullable
    Peer target(RoutingTable table, int token) {
        Peer to = table.route(token);
        if (to != null && isSelf(to) && table.isMoving(token) && servedTokens.get(token) == null) {
            routing.markReleased(table, token);
            to = table.owner(token);
        }
        // This node is about to serve a token whose entries have arrived, even if its table does not say so yet: no
        // other node serves it.
        return to == null || isSelf(to) || arrived.test(token) ? null : to;
    }

    private boolean isSelf(Peer peer) {
        return peer.name().equals(name);
    }
}
