package dev.divvy.allocation.copies;

import dev.divvy.allocation.flow.ConvexFlow;
import org.jspecify.annotations.Nullable;

/**
 * Counts the copies of one owner's pieces at each member, which cost their square (SPREAD). While the owner has one source, its arcs to the
 * members count; with several sources there is a node per member, a cell, between them and the member.
 */
final class OwnerCells {

    private final ConvexFlow flow;
    private final TierCosts costs;
    private final OwnerRule rule;
    private final int pieces;
    /** The copies of fixed pieces at each member: they count, and do not flow. */
    private final int[] fixed;

    private int @Nullable [] cells;

    OwnerCells(ConvexFlow flow, TierCosts costs, OwnerRule rule, int pieces, int[] fixed) {
        this.flow = flow;
        this.costs = costs;
        this.rule = rule;
        this.pieces = pieces;
        this.fixed = fixed;
    }

    /** The node to which the owner's copies for a member flow. */
    int node(int member) {
        return cells == null ? member : cells[member];
    }

    /** Sets the cost of an arc from a source to a member, before the arc is started. */
    void price(int arc, int member) {
        if (cells == null) {
            square(arc, member);
        }
    }

    private void square(int arc, int member) {
        flow.range(arc, -fixed[member], -fixed[member], costs.spread(member));
    }

    /** Adds the cells of an owner that begins with several sources. */
    void add(CopyRequest request, ZonePrices prices) {
        int[] nodes = new int[fixed.length];
        for (int member = 0; member < nodes.length; member++) {
            if (rule.permits(member)) {
                nodes[member] = flow.node(0, -prices.ofZone(request.zones()[member]));
            }
        }
        cells = nodes;
    }

    /** Adds the arcs from the cells to the members, after those from the sources to the cells. */
    void connect() {
        for (int member = 0; cells != null && member < fixed.length; member++) {
            if (rule.permits(member)) {
                connect(member, cells[member]);
            }
        }
    }

    /** Puts cells between the only source and the members, which receive as much as before. */
    void separate(SourceArcs only) {
        if (cells != null) {
            return;
        }
        int[] nodes = new int[fixed.length];
        for (int member = 0; member < nodes.length; member++) {
            if (rule.permits(member)) {
                int copies = only.copies(member);
                long marginal = costs.spread(member) * (2L * (copies + fixed[member]) + 1);
                long highest = flow.potential(member) - marginal + 2 * costs.spread(member);
                long lowest = flow.potential(member) - marginal;
                nodes[member] = flow.node(copies, Math.max(lowest, Math.min(highest, only.potential(member))));
                connect(member, nodes[member]);
                flow.supply(nodes[member], -copies);
            }
        }
        cells = nodes;
    }

    private void connect(int member, int cell) {
        int arc = flow.arc(cell, member, 0, pieces);
        square(arc, member);
        flow.start(arc, flow.excess(cell));
    }
}
