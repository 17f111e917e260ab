package dev.divvy.cache.transfer;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.cache.traffic.PeerRequestHandler.TransferReceiver;
import dev.divvy.coordination.Fence;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies of token stores that arrived and wait until this node gains their tokens. A copy is used only when it is complete and was sent for
 * the very tenure in which the token is gained: a partial copy could bring back entries that were changed meanwhile, so it is discarded. A
 * copy for a tenure that this node does not know, or that is over, is refused: its sender must send it to the next owner.
 */
public final class IncomingTransfers {

    private static final String WRONG_COPY = "ERR wrong arguments for 'divvy.copy'";

    /**
     * A complete copy.
     *
     * @param fence the tenure for which it was sent
     */
    private record CompleteCopy(Fence fence, TokenStore store) {}

    private final Map<Integer, CompleteCopy> complete = new ConcurrentHashMap<>();

    /** The last tenure of each token that is over; guarded by this, as is the rule that no copy for it is added to the complete ones. */
    private final Map<Integer, Fence> ended = new HashMap<>();

    private final CurrentRouting routing;
    private final ServedTokens servedTokens;
    private final String myName;
    private final CacheClock clock;

    public IncomingTransfers(CurrentRouting routing, ServedTokens servedTokens, String myName, CacheClock clock) {
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.myName = myName;
        this.clock = clock;
    }

    /** Returns a receiver for the transfers on one connection. */
    public TransferReceiver newReceiver() {
        return new Receiver();
    }

    /** Removes and returns the copy for this tenure; null if none arrived. */
    public @Nullable TokenStore take(int token, Fence fence) {
        CompleteCopy copy = complete.remove(token);
        return copy != null && copy.fence.equals(fence) ? copy.store : null;
    }

    /** Ends a tenure, since this node lost the token: returns the copy for it, if one arrived, and refuses any other. */
    public synchronized @Nullable TokenStore end(int token, Fence fence) {
        ended.put(token, fence);
        return take(token, fence);
    }

    /**
     * Adds copies, all of them or none.
     *
     * @return a token for which this tenure is over; empty when the copies were added
     */
    private synchronized OptionalInt add(Fence fence, Map<Integer, TokenStore> copies) {
        OptionalInt late = copies.keySet().stream()
                .mapToInt(Integer::intValue)
                .filter(token -> isEnded(token, fence))
                .findFirst();
        if (late.isEmpty()) {
            copies.forEach((token, store) -> complete.put(token, new CompleteCopy(fence, store)));
        }
        return late;
    }

    private boolean isEnded(int token, Fence fence) {
        Fence last = ended.get(token);
        return last != null && last.lineage().equals(fence.lineage()) && last.epoch() >= fence.epoch();
    }

    /**
     * Adds a store that never left this node: the node lost the token and regained it before any other node served it.
     *
     * @return false when this node has lost the token again
     */
    boolean addLocal(int token, Fence fence, TokenStore store) {
        return add(fence, Map.of(token, store)).isEmpty();
    }

    /** Discards the copies for tenures that are over. */
    public void follow(RoutingTable table) {
        complete.entrySet().removeIf(copy -> isStale(table, copy.getKey(), copy.getValue().fence));
    }

    /** Whether a complete copy of this token waits here. */
    public boolean has(int token) {
        return complete.containsKey(token);
    }

    public int size() {
        return complete.size();
    }

    private boolean isStale(RoutingTable table, int token, Fence fence) {
        return table.epoch() >= fence.epoch() && (!isOwn(table, token) || table.since(token) != fence.epoch());
    }

    private boolean isOwn(RoutingTable table, int token) {
        Peer owner = table.owner(token);
        return owner != null && owner.name().equals(myName);
    }

    /** Receives the copies on one connection. Those that are not complete when it closes are discarded. */
    private final class Receiver implements TransferReceiver {

        private final Map<Integer, TokenStore> copies = new HashMap<>();

        @Override
        public String copy(RespRequest request) {
            if (request.size() < 4 || request.size() % 3 != 1) {
                return WRONG_COPY;
            }
            String error = "";
            for (int i = 1; i < request.size() && error.isEmpty(); i += 3) {
                error = copy(request, i);
            }
            return error;
        }

        /** Takes the token, the number of the part and the part itself, which are three arguments from this index on. */
        private String copy(RespRequest request, int at) {
            if (!request.isNumber(at) || !request.isNumber(at + 1)) {
                return WRONG_COPY;
            }
            long token = request.number(at);
            if (token < 0 || token >= routing.table().tokens().count()) {
                return "ERR there is no token " + token;
            }
            if (!isOwn(routing.table(), (int) token)) {
                return notExpected((int) token);
            }
            if (request.number(at + 1) == 0) {
                copies.put((int) token, new TokenStore());
            }
            TokenStore store = copies.get((int) token);
            if (store == null) {
                return "ERR the copy of token " + token + " has no first part";
            }
            try {
                synchronized (store) {
                    EntryBatch.apply(
                            request.data(), request.start(at + 2), request.length(at + 2), store, clock.millis());
                }
                return "";
            } catch (IllegalArgumentException e) {
                copies.remove((int) token);
                return "ERR " + e.getMessage();
            }
        }

        @Override
        public String complete(RespRequest request) {
            if (request.size() < 5 || request.size() % 2 == 0 || !request.isNumber(2)) {
                return "ERR wrong arguments for 'divvy.whole'";
            }
            Fence fence = new Fence(request.text(1), request.number(2));
            Runs.Builder builder = new Runs.Builder();
            for (int i = 3; i < request.size(); i += 2) {
                builder.add((int) request.number(i), (int) request.number(i + 1));
            }
            int[] tokens = builder.build().pieces();
            RoutingTable table = routing.table();
            Map<Integer, TokenStore> completed = new HashMap<>();
            for (int token : tokens) {
                if (token >= table.tokens().count()
                        || table.epoch() < fence.epoch()
                        || isStale(table, token, fence)
                        || servedTokens.get(token) != null) {
                    return notExpected(token);
                }
                completed.put(token, Objects.requireNonNullElseGet(copies.get(token), TokenStore::new));
            }
            OptionalInt late = add(fence, completed);
            if (late.isPresent()) {
                return notExpected(late.getAsInt());
            }
            copies.keySet().removeAll(completed.keySet());
            return "";
        }

        private static String notExpected(int token) {
            return "STALE token " + token + " is not expected by this node";
        }
    }
}
