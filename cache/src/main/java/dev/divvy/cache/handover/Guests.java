package dev.divvy.cache.handover;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.Posts;
import dev.divvy.cache.cluster.Routes;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Shelf;
import dev.divvy.cache.traffic.Reception;
import dev.divvy.coordination.Fence;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Shelves that arrived and wait for the moment at which this node gains their tokens. A shelf counts only when it came whole, for the very
 * tenure at which the token is gained: half a copy could bring back what was changed meanwhile, so it is thrown away.
 */
public final class Guests {

    /** @param fence the tenure that it was sent for */
    private record Guest(Fence fence, Shelf shelf) {}

    private final Map<Integer, Guest> whole = new ConcurrentHashMap<>();
    private final Routes routes;
    private final Posts posts;
    private final String myName;

    public Guests(Routes routes, Posts posts, String myName) {
        this.routes = routes;
        this.posts = posts;
        this.myName = myName;
    }

    /** What one connection brings. */
    public Reception arrival() {
        return new Arrival();
    }

    /** The shelf that arrived for this tenure, if one did; it is not here any more then. */
    public @Nullable Shelf take(int token, Fence fence) {
        Guest guest = whole.remove(token);
        return guest != null && guest.fence.equals(fence) ? guest.shelf : null;
    }

    /** A shelf that never left this node: it gave the token away and got it back before anybody else had it. */
    void keep(int token, Fence fence, Shelf shelf) {
        whole.put(token, new Guest(fence, shelf));
    }

    /** Throws away what arrived for tenures that are over. */
    public void follow(Chart chart) {
        whole.entrySet().removeIf(entry -> stale(chart, entry.getKey(), entry.getValue().fence));
    }

    /** Whether the entries of this token are here and wait. */
    public boolean has(int token) {
        return whole.containsKey(token);
    }

    public int size() {
        return whole.size();
    }

    private boolean stale(Chart chart, int token, Fence fence) {
        if (chart.epoch() < fence.epoch()) {
            return false; // this node does not know that far yet
        }
        Peer owner = chart.owner(token);
        return owner == null || !owner.name().equals(myName) || chart.since(token) != fence.epoch();
    }

    /** The copies that one connection brings; they are gone with it unless they became whole. */
    private final class Arrival implements Reception {

        private final Map<Integer, Shelf> copies = new HashMap<>();

        @Override
        public String copy(Request request) {
            if (request.size() != 4 || !request.isNumber(1) || !request.isNumber(2)) {
                return "ERR wrong arguments for 'divvy.copy'";
            }
            long token = request.number(1);
            if (token < 0 || token >= routes.chart().tokens().count()) {
                return "ERR there is no token " + token;
            }
            if (request.number(2) == 0) {
                copies.put((int) token, new Shelf());
            }
            Shelf shelf = copies.get((int) token);
            if (shelf == null) {
                return "ERR a copy of token " + token + " that never began";
            }
            try {
                synchronized (shelf) {
                    Parcel.unpack(request.data(), request.start(3), request.length(3), shelf);
                }
                return "";
            } catch (IllegalArgumentException e) {
                copies.remove((int) token);
                return "ERR " + e.getMessage();
            }
        }

        @Override
        public String whole(Request request) {
            if (request.size() < 5 || request.size() % 2 == 0 || !request.isNumber(2)) {
                return "ERR wrong arguments for 'divvy.whole'";
            }
            Fence fence = new Fence(request.text(1), request.number(2));
            Runs.Builder builder = new Runs.Builder();
            for (int i = 3; i < request.size(); i += 2) {
                builder.add((int) request.number(i), (int) request.number(i + 1));
            }
            int[] tokens = builder.build().pieces();
            Chart chart = routes.chart();
            for (int token : tokens) {
                if (token >= chart.tokens().count() || stale(chart, token, fence) || posts.of(token) != null) {
                    return "STALE token " + token + " is not awaited since " + fence;
                }
            }
            for (int token : tokens) {
                Shelf shelf = copies.remove(token);
                whole.put(token, new Guest(fence, shelf == null ? new Shelf() : shelf));
            }
            return "";
        }
    }
}
