package dev.divvy.allocation.copies;

import dev.divvy.allocation.flow.ConvexFlow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The placement as a flow: copies flow from their sources through zones to members. A source is either a class of pieces with the same
 * owner and the same kept holders, or a group of other pieces of an owner. For a class the costs are exact; for a group they are a lower
 * bound, which {@link RowFill} then meets or not. A group that does not meet it is replaced by smaller ones; the rest of the flow is the start
 * of the next one.
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

    private final OwnerCells[] cells;
    private final List<SourceArcs> sources = new ArrayList<>();

    /** @param sources sorted by owner */
    PlacementNetwork(OwnerRows rows, CopyShares shares, List<CopySource> sources) {
        this.rows = rows;
        this.request = rows.request();
        this.costs = TierCosts.of(request);
        this.membersOfZone = membersOfZone(request);
        this.fixed = new int[rows.count()][request.members()];
        this.cells = new OwnerCells[rows.count()];
        int[] fixedLoads = countFixed();
        int sink = addMembers(sources);
        addSources(sources);
        connectMembers(shares, fixedLoads, sink);
        flow.solve();
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

    /** Adds the nodes of the members, by their index, and the sink after them. */
    private int addMembers(List<CopySource> itsSources) {
        for (int member = 0; member < request.members(); member++) {
            flow.node(0, 0);
        }
        int copies = 0;
        for (CopySource source : itsSources) {
            copies += source.copies();
        }
        return flow.node(-copies, 0);
    }

    private void addSources(List<CopySource> sorted) {
        int begin = 0;
        for (int row = 0; row < rows.count(); row++) {
            int end = begin;
            while (end < sorted.size() && sorted.get(end).row() == row) {
                end++;
            }
            addRow(row, sorted.subList(begin, end));
            begin = end;
        }
    }

    private void addRow(int row, List<CopySource> itsSources) {
        OwnerRule rule = rows.rule(row);
        cells[row] = new OwnerCells(flow, costs, rule, rows.size(row), fixed[row]);
        ZonePrices prices = ZonePrices.guess(request, rule, rows.size(row), costs, membersOfZone);
        if (itsSources.size() > 1) {
            cells[row].add(request, prices);
        }
        for (CopySource source : itsSources) {
            sources.add(new SourceArcs(flow, source, membersOfZone, cells[row], prices, source.kept()));
        }
        cells[row].connect();
    }

    private void connectMembers(CopyShares shares, int[] fixedLoads, int sink) {
        for (int member = 0; member < sink; member++) {
            if (request.weights()[member] > 0) {
                int arc = flow.arc(member, sink, 0, most(member));
                int load = fixedLoads[member];
                flow.range(arc, shares.floor(member) - load, shares.ceil(member) - load, costs.even());
                flow.start(arc, flow.excess(member));
            }
        }
    }

    /** Returns how many copies a member can get: a bound that spares the flow to take back what it would begin with. */
    private int most(int member) {
        int most = 0;
        for (SourceArcs arcs : sources) {
            most += arcs.source().mostAtMember(member);
        }
        return most;
    }

    /** The sources with their part of the flow. */
    List<SourceArcs> sources() {
        return List.copyOf(sources);
    }

    /**
     * Replaces a group by parts of it. {@link #solve} must follow.
     *
     * @param holders the placement, as far as it was possible: the parts begin with that
     */
    void replace(SourceArcs group, List<CopySource> parts, HolderSets holders) {
        OwnerCells itsCells = cells[group.source().row()];
        itsCells.separate(group);
        ZonePrices prices = group.prices();
        group.close();
        sources.remove(group);
        for (CopySource part : parts) {
            sources.add(new SourceArcs(flow, part, membersOfZone, itsCells, prices, placed(part, holders)));
        }
    }

    /** Returns how many copies of a source are at each member. */
    private int[] placed(CopySource source, HolderSets holders) {
        int[] copies = new int[request.members()];
        for (int piece : source.pieces()) {
            for (int i = 0; i < holders.size(piece); i++) {
                int member = holders.get(piece, i);
                copies[member] += rows.stays(piece, member) ? 0 : 1;
            }
        }
        return copies;
    }

    /** Makes the flow of least cost again. */
    void solve() {
        flow.solve();
    }
}
