package dev.divvy.allocation.copies;

import dev.divvy.allocation.support.SlowFlow;
import java.util.Arrays;

/**
 * The best score by an independent method: every single copy is sent on its own through a network with one node per piece, piece and zone,
 * owner and member, by plain cheapest paths from nothing. Slow, and without the ideas of {@link CopyPlacement}: no classes, no potentials, no
 * start from the previous placement. What a zone must have is a reward that outweighs all else; a new copy of an unsettled piece costs more
 * than all that it could gain.
 */
final class CopyOracle {

    private final CopyRequest request;
    private final int[] floors;
    private final int[] ceils;
    private final int[] factors;
    private final SlowFlow network = new SlowFlow();

    /** @param floors the least even load of each member; {@code ceils} the largest */
    CopyOracle(CopyRequest request, int[] floors, int[] ceils, int[] factors) {
        this.request = request;
        this.floors = floors;
        this.ceils = ceils;
        this.factors = factors;
    }

    static CopyScore best(CopyRequest request) {
        CopyShares shares = CopyShares.of(request, new OwnerRows(request));
        TierCosts costs = TierCosts.of(request);
        int[] floors = new int[request.members()];
        int[] ceils = new int[request.members()];
        int[] factors = new int[request.members()];
        for (int member = 0; member < floors.length; member++) {
            floors[member] = shares.floor(member);
            ceils[member] = shares.ceil(member);
            factors[member] = costs.factor(member);
        }
        return new CopyOracle(request, floors, ceils, factors).best();
    }

    CopyScore best() {
        int n = request.members();
        int zones = request.zoneCount();
        long move = 1;
        long spread = 2L * request.pieces() * request.depth() + 1;
        long clusteredMost = 2L * request.pieces() * request.pieces() * n * 256;
        long even = spread * clusteredMost;
        long unsettled = even * 4 * request.pieces() * request.depth() * (request.depth() + 1L);
        long zone = unsettled * 4 * request.pieces() * (zones + 1L);
        int source = network.node();
        int sink = network.node();
        int[] members = new int[n];
        int amount = 0;
        for (int m = 0; m < n; m++) {
            members[m] = network.node();
            for (int load = 0; load < request.pieces(); load++) {
                long cost = load < floors[m]
                        ? -even * (2L * (floors[m] - load) - 1)
                        : load >= ceils[m] ? even * (2L * (load - ceils[m]) + 1) : 0;
                network.arc(members[m], sink, 1, cost);
            }
        }
        int[][] cells = new int[n + 1][n];
        for (int o = 0; o <= n; o++) {
            int owner = o == n ? -1 : o;
            int owned = (int)
                    Arrays.stream(request.owners()).filter(p -> p == owner).count();
            for (int m = 0; m < n; m++) {
                cells[o][m] = network.node();
                for (int count = 0; count < owned; count++) {
                    network.arc(cells[o][m], members[m], 1, spread * factors[m] * (2L * count + 1));
                }
            }
        }
        for (int piece = 0; piece < request.pieces(); piece++) {
            int owner = request.owners()[piece];
            int eligible = 0;
            int node = network.node();
            for (int z = 0; z < zones; z++) {
                int zoneNode = network.node();
                for (int m = 0; m < n; m++) {
                    if (request.zones()[m] == z && m != owner && request.weights()[m] > 0) {
                        eligible++;
                        long more = request.isUnsettled(piece) ? unsettled : 0;
                        long cost = request.heldBefore(piece, m) ? 0 : more + move;
                        network.arc(zoneNode, cells[owner < 0 ? n : owner][m], 1, cost);
                    }
                }
                boolean own = owner >= 0 && request.zones()[owner] == z;
                for (int copy = 0; copy < request.depth(); copy++) {
                    network.arc(node, zoneNode, 1, copy == 0 && !own ? -zone : 0);
                }
            }
            int copies = Math.min(request.depth(), eligible);
            amount += copies;
            for (int copy = 0; copy < copies; copy++) {
                network.arc(source, node, 1, 0);
            }
        }
        network.send(source, sink, amount);
        return score(members, cells, sink);
    }

    private CopyScore score(int[] members, int[][] cells, int sink) {
        long uneven = 0;
        long clustered = 0;
        long moved = 0;
        long unsettled = 0;
        int n = members.length;
        int[] loads = new int[n];
        int[][] counts = new int[n + 1][n];
        for (SlowFlow.Arc arc : network.arcs()) {
            if (arc.left() > 0) {
                continue;
            }
            for (int m = 0; m < n; m++) {
                loads[m] += arc.from() == members[m] && arc.to() == sink ? 1 : 0;
                for (int o = 0; o <= n; o++) {
                    counts[o][m] += arc.from() == cells[o][m] ? 1 : 0;
                    moved += arc.to() == cells[o][m] && arc.cost() > 0 ? 1 : 0;
                    unsettled += arc.to() == cells[o][m] && arc.cost() > 1 ? 1 : 0;
                }
            }
        }
        for (int m = 0; m < n; m++) {
            long beyond = Math.max(0, Math.max(floors[m] - loads[m], loads[m] - ceils[m]));
            uneven += beyond * beyond;
            for (int o = 0; o <= n; o++) {
                clustered += (long) counts[o][m] * counts[o][m] * factors[m];
            }
        }
        return new CopyScore(unsettled, uneven, clustered, moved);
    }
}
