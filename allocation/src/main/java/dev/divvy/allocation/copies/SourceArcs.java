package dev.divvy.allocation.copies;

import dev.divvy.allocation.flow.ConvexFlow;
import java.util.Arrays;

/** The part of the network that belongs to one source: its node, a node for each zone that bounds it, and an arc to each member. */
final class SourceArcs {

    private static final int NONE = -1;

    private final ConvexFlow flow;
    private final CopySource source;
    private final int[][] membersOfZone;
    private final int node;
    /** By zone the arc to its node, and the node; the source's where the zone does not bound it. */
    private final int[] zoneArcs;

    private final int[] zoneNodes;
    /** By member the arc to its cell, and the node from which that comes. */
    private final int[] arcs;

    private final int[] tails;

    /** @param wishes the copies at each member to begin with; where others are cheaper at these prices, it begins with those */
    SourceArcs(
            ConvexFlow flow,
            CopySource source,
            int[][] membersOfZone,
            OwnerCells cells,
            ZonePrices prices,
            int[] wishes) {
        this.flow = flow;
        this.source = source;
        this.membersOfZone = membersOfZone;
        this.node = flow.node(source.copies(), -prices.ofSource());
        this.zoneArcs = new int[membersOfZone.length];
        this.zoneNodes = new int[membersOfZone.length];
        this.arcs = new int[wishes.length];
        this.tails = new int[wishes.length];
        Arrays.fill(zoneArcs, NONE);
        Arrays.fill(zoneNodes, node);
        Arrays.fill(arcs, NONE);
        Arrays.fill(tails, node);
        boolean severalZones = zones() > 1;
        for (int zone = 0; zone < zoneNodes.length; zone++) {
            int permitted = permitted(zone);
            boolean bounded = severalZones && permitted > 1;
            if (bounded) {
                zoneNodes[zone] = flow.node(0, -prices.ofZone(zone));
            }
            int least = permitted == 1 ? source.least(zone) : 0;
            for (int member : membersOfZone[zone]) {
                if (source.mostAtMember(member) > 0) {
                    tails[member] = zoneNodes[zone];
                    arcs[member] = flow.arc(tails[member], cells.node(member), least, source.mostAtMember(member));
                    flow.step(arcs[member], source.kept(member), TierCosts.MOVE);
                    cells.price(arcs[member], member);
                    flow.start(arcs[member], wishes[member]);
                }
            }
            if (bounded) {
                zoneArcs[zone] = flow.arc(node, zoneNodes[zone], source.least(zone), source.most(zone));
                flow.start(zoneArcs[zone], -flow.excess(zoneNodes[zone]));
            }
        }
    }

    /** Returns the number of members in a zone that may get copies of the source. */
    private int permitted(int zone) {
        int permitted = 0;
        for (int member : membersOfZone[zone]) {
            permitted += source.mostAtMember(member) > 0 ? 1 : 0;
        }
        return permitted;
    }

    private int zones() {
        int zones = 0;
        for (int zone = 0; zone < membersOfZone.length; zone++) {
            zones += permitted(zone) > 0 ? 1 : 0;
        }
        return zones;
    }

    CopySource source() {
        return source;
    }

    /** Returns how many copies flow to each member. */
    int[] copies() {
        int[] copies = new int[arcs.length];
        Arrays.setAll(copies, this::copies);
        return copies;
    }

    /** The number of copies that flow to a member. */
    int copies(int member) {
        return arcs[member] == NONE ? 0 : flow.flow(arcs[member]);
    }

    /** The potential where copies for a member come from. */
    long potential(int member) {
        return flow.potential(tails[member]);
    }

    /** Returns the prices of the flow, for sources that replace this one. */
    ZonePrices prices() {
        long[] zones = new long[zoneNodes.length];
        Arrays.setAll(zones, zone -> -flow.potential(zoneNodes[zone]));
        return new ZonePrices(-flow.potential(node), zones);
    }

    /** Takes the source out of the network. */
    void close() {
        flow.supply(node, -source.copies());
        close(arcs);
        close(zoneArcs);
    }

    private void close(int[] itsArcs) {
        for (int arc : itsArcs) {
            if (arc != NONE) {
                flow.close(arc);
            }
        }
    }
}
