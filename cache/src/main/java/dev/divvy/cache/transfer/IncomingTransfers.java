package dev.divvy.cache.transfer;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingState;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.resp.RespRequest;
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
 * Shelves that arrived and wait for the moment at which this node gains their tokens. A shelf counts only when it came whole, for the very
 * tenure at which the token is gained: half a copy could bring back what was changed meanwhile, so it is thrown away. Nothing is taken
 * in for a tenure that this node does not know of, or was told to be over: whoever brings it must bring it to the next owner.
 */
public final class IncomingTransfers {

    private static final String WRONG_COPY = "ERR wrong arguments for 'divvy.copy'";

    /** @param fence the tenure that it was sent for */
    private record Guest(Fence fence, TokenStore shelf) {}

    private final Map<Integer, Guest> whole = new ConcurrentHashMap<>();

    /** By token, the last tenure that is over; guarded by this, as is that nothing is whole for it any more. */
    private final Map<Integer, Fence> over = new HashMap<>();

    private final RoutingState routing;
    private final ServedTokens servedTokens;
    private final String myName;

    public IncomingTransfers(RoutingState routing, ServedTokens servedTokens, String myName) {
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.myName = myName;
    }

    /** What one connection brings. */
    public TransferReceiver arrival() {
        return new Arrival();
    }

    /** The shelf that arrived for this tenure, if one did; it is not here any more then. */
    public @Nullable TokenStore take(int token, Fence fence) {
        Guest guest = whole.remove(token);
        return guest != null && guest.fence.equals(fence) ? guest.shelf : null;
    }

    /** This node lost the token: what arrived for this tenure is given out, and nothing more arrives for it. */
    public synchronized @Nullable TokenStore end(int token, Fence fence) {
        over.put(token, fence);
        return take(token, fence);
    }

    /**
     * Takes in shelves, all of them or none.
     *
     * @return a token for which this tenure is over; empty when they are here
     */
    private synchronized OptionalInt admit(Fence fence, Map<Integer, TokenStore> shelves) {
        OptionalInt late = shelves.keySet().stream()
                .mapToInt(Integer::intValue)
                .filter(token -> isOver(token, fence))
                .findFirst();
        if (late.isEmpty()) {
            shelves.forEach((token, shelf) -> whole.put(token, new Guest(fence, shelf)));
        }
        return late;
    }

    private boolean isOver(int token, Fence fence) {
        Fence last = over.get(token);
        return last != null && last.lineage().equals(fence.lineage()) && last.epoch() >= fence.epoch();
    }

    /**
     * A shelf that never left this node: it gave the token away and got it back before anybody else had it.
     *
     * @return false when it lost the token once more already
     */
    boolean keep(int token, Fence fence, TokenStore shelf) {
        return admit(fence, Map.of(token, shelf)).isEmpty();
    }

    /** Throws away what arrived for tenures that are over. */
    public void follow(RoutingTable table) {
        whole.entrySet().removeIf(entry -> stale(table, entry.getKey(), entry.getValue().fence));
    }

    /** Whether the entries of this token are here and wait. */
    public boolean has(int token) {
        return whole.containsKey(token);
    }

    public int size() {
        return whole.size();
    }

    private boolean stale(RoutingTable table, int token, Fence fence) {
        return table.epoch() >= fence.epoch() && (!isMine(table, token) || table.since(token) != fence.epoch());
    }

    private boolean isMine(RoutingTable table, int token) {
        Peer owner = table.owner(token);
        return owner != null && owner.name().equals(myName);
    }

    /** The copies that one connection brings; they are gone with it unless they became whole. */
    private final class Arrival implements TransferReceiver {

        private final Map<Integer, TokenStore> copies = new HashMap<>();

        @Override
        public String copy(RespRequest request) {
            if (request.size() < 4 || request.size() % 3 != 1) {
                return WRONG_COPY;
            }
            String fault = "";
            for (int i = 1; i < request.size() && fault.isEmpty(); i += 3) {
                fault = copy(request, i);
            }
            return fault;
        }

        /** The token, the number of the part and the part itself, from this place on. */
        private String copy(RespRequest request, int at) {
            if (!request.isNumber(at) || !request.isNumber(at + 1)) {
                return WRONG_COPY;
            }
            long token = request.number(at);
            if (token < 0 || token >= routing.table().tokens().count()) {
                return "ERR there is no token " + token;
            }
            if (!isMine(routing.table(), (int) token)) {
                return notAwaited((int) token);
            }
            if (request.number(at + 1) == 0) {
                copies.put((int) token, new TokenStore());
            }
            TokenStore shelf = copies.get((int) token);
            if (shelf == null) {
                return "ERR a copy of token " + token + " that never began";
            }
            try {
                synchronized (shelf) {
                    EntryBatch.unpack(request.data(), request.start(at + 2), request.length(at + 2), shelf);
                }
                return "";
            } catch (IllegalArgumentException e) {
                copies.remove((int) token);
                return "ERR " + e.getMessage();
            }
        }

        @Override
        public String whole(RespRequest request) {
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
            Map<Integer, TokenStore> shelves = new HashMap<>();
            for (int token : tokens) {
                if (token >= table.tokens().count()
                        || table.epoch() < fence.epoch()
                        || stale(table, token, fence)
                        || servedTokens.of(token) != null) {
                    return notAwaited(token);
                }
                shelves.put(token, Objects.requireNonNullElseGet(copies.get(token), TokenStore::new));
            }
            OptionalInt late = admit(fence, shelves);
            if (late.isPresent()) {
                return notAwaited(late.getAsInt());
            }
            copies.keySet().removeAll(shelves.keySet());
            return "";
        }

        private static String notAwaited(int token) {
            return "STALE token " + token + " is not awaited";
        }
    }
}
