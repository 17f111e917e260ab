package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The placement as a flow: copies flow from their sources through zones to members. A source is either a class of pieces with the same
 * owner and the same kept holders, or all other pieces of an owner together. For a class the costs are exact; for pieces together they are
 * a lower bound, which {@link RowFill} then meets or not.
 *
 * <p>The copies of one owner at a member cost their square (SPREAD) and, beyond the kept ones, a move each (STAY). The copies that leave a
 * member for the sink cost the square of what is beyond its share (EVEN). Copies of fixed pieces do not flow; they count in both squares.
 */
final class PlacementNetwork {

    private final CopyRequest request;
    private final OwnerRows rows;
    private final TierCosts costs;
    private final ConvexFlow flow = new ConvexFlow();
    private final int[][] membersOfZone;
    /** The copies of fixed pieces, by row and member. */
    private final int[][] fixed;

    private final List<CopySource> sources;
    /** By source the arc to each member. */
    private final int[][] arcs;

    /** @param sources in any order */
    PlacementNetwork(OwnerRows rows, CopyShares shares, List<CopySource> sources) {
        this.rows = rows;
        this.request = rows.request();
        this.costs = TierCosts.of(request, sources.size());
        this.sources = sources;
        this.arcs = new int[sources.size()][];
        this.membersOfZone = membersOfZone(request);
        this.fixed = new int[rows.count()][request.members()];
        int[] fixedLoads = countFixed();
        List<List<Integer>> byRow = new ArrayList<>();
        for (int row = 0; row < rows.count(); row++) {
            byRow.add(new ArrayList<>());
        }
        int copies = 0;
        for (int number = 0; number < arcs.length; number++) {
            CopySource source = sources.get(number);
            if (source.copies() > 0) {
                byRow.get(source.row()).add(number);
                copies += source.copies();
            }
        }
        int sink = addMembers(copies);
        for (int row = 0; row < rows.count(); row++) {
            addRow(row, byRow.get(row));
        }
        for (int member = 0; member < sink; member++) {
            if (request.weights()[member] > 0) {
                int arc = flow.arc(member, sink, 0, most(member));
                int load = fixedLoads[member];
                flow.range(arc, shares.floor(member) - load, shares.ceil(member) - load, costs.even());
                flow.start(arc, flow.excess(member));
            }
        }
        flow.solve();
    }

    /** Counts the copies of fixed pieces; returns those of each member. */
    private int[] countFixed() {
        int[] loads = new int[request.members()];
        for (int piece = 0; piece < request.pieces(); piece++) {
            for (int i = 0, member; rows.isFixed(piece) && (member = rows.kept(piece, i)) != CopyRequest.NONE; i++) {
                fixed[rows.row(piece)][member]++;
                loads[member]++;
            }
        }
        return loads;
    }

    /** Returns how many copies a member can get: a bound that spares the flow to take back what it would begin with. */
    private int most(int member) {
        int most = 0;
        for (CopySource source : sources) {
            most += source.mostAtMember(member);
        }
        return most;
    }

    private void addRow(int row, List<Integer> numbers) {
        if (numbers.isEmpty()) {
            return;
        }
        StartingPrices prices = new StartingPrices(request, rows.rule(row), rows.size(row), costs, membersOfZone);
        int[] cells = numbers.size() > 1 ? addCells(row, prices) : null;
        for (int number : numbers) {
            arcs[number] = addSource(sources.get(number), cells, prices);
        }
        if (cells != null) {
            addSpread(row, cells);
        }
    }

    private static int[][] membersOfZone(CopyRequest request) {
        int[][] members = new int[request.zoneCount()][0];
        for (int member = 0; member < request.members(); member++) {
            if (request.weights()[member] > 0) {
                int zone = request.zones()[member];
                members[zone] = Arrays.copyOf(members[zone], members[zone].length + 1);
                members[zone][members[zone].length - 1] = member;
            }
        }
        return members;
    }

    /** Adds the nodes of the members, by their index, and the sink after them. */
    private int addMembers(int copies) {
        for (int member = 0; member < request.members(); member++) {
            flow.node(0, 0);
        }
        return flow.node(-copies, 0);
    }

    /** Adds a node for each member that may hold copies of an owner with several sources: it counts them. */
    private int[] addCells(int row, StartingPrices prices) {
        int[] cells = new int[request.members()];
        for (int member = 0; member < cells.length; member++) {
            if (rows.rule(row).permits(member)) {
                cells[member] = flow.node(0, -prices.ofZone(request.zones()[member]));
            }
        }
        return cells;
    }

    private void addSpread(int row, int[] cells) {
        for (int member = 0; member < cells.length; member++) {
            if (rows.rule(row).permits(member)) {
                int arc = flow.arc(cells[member], member, 0, rows.size(row));
                flow.range(arc, -fixed[row][member], -fixed[row][member], costs.spread(member));
                flow.start(arc, flow.excess(cells[member]));
            }
        }
    }

    /**
     * Adds a source; returns its arc to each member.
     *
     * @param cells the nodes that count an owner's copies at each member, or null if this is the owner's only source
     */
    private int[] addSource(CopySource source, int @Nullable [] cells, StartingPrices prices) {
        int[] itsArcs = new int[request.members()];
        Arrays.fill(itsArcs, -1);
        int node = flow.node(source.copies(), -prices.highest());
        boolean severalZones = zones(source) > 1;
        for (int zone = 0; zone < membersOfZone.length; zone++) {
            int permitted = permitted(source, zone);
            boolean bounded = severalZones && permitted > 1;
            int from = bounded ? flow.node(0, -prices.ofZone(zone)) : node;
            int least = permitted == 1 ? source.least(zone) : 0;
            for (int member : membersOfZone[zone]) {
                if (source.mostAtMember(member) > 0) {
                    itsArcs[member] = addArc(source, member, from, cells == null ? member : cells[member], least);
                    if (cells == null) {
                        int already = fixed[source.row()][member];
                        flow.range(itsArcs[member], -already, -already, costs.spread(member));
                    }
                    flow.start(itsArcs[member], source.kept(member));
                }
            }
            if (bounded) {
                int arc = flow.arc(node, from, source.least(zone), source.most(zone));
                flow.start(arc, -flow.excess(from));
            }
        }
        return itsArcs;
    }

    private int addArc(CopySource source, int member, int from, int to, int least) {
        int arc = flow.arc(from, to, least, source.mostAtMember(member));
        flow.step(arc, source.kept(member), TierCosts.MOVE);
        return arc;
    }

    /** Returns the number of members in a zone that may get copies of a source. */
    private int permitted(CopySource source, int zone) {
        int permitted = 0;
        for (int member : membersOfZone[zone]) {
            permitted += source.mostAtMember(member) > 0 ? 1 : 0;
        }
        return permitted;
    }

    private int zones(CopySource source) {
        int zones = 0;
        for (int zone = 0; zone < membersOfZone.length; zone++) {
            zones += permitted(source, zone) > 0 ? 1 : 0;
        }
        return zones;
    }

    /** Returns how many copies of a source, by its place in the list, go to each member. */
    int[] copies(int number) {
        int[] copies = new int[request.members()];
        int[] itsArcs = arcs[number];
        for (int member = 0; itsArcs != null && member < copies.length; member++) {
            copies[member] = itsArcs[member] < 0 ? 0 : flow.flow(itsArcs[member]);
        }
        return copies;
    }
}
