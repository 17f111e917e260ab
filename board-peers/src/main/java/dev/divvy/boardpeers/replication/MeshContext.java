package dev.divvy.boardpeers.replication;

import java.util.List;

/** Who a node is, who is around it, what moment it is, and how it speaks. The clerk is its one writer; its roles read it. */
final class MeshContext {

    private final String me;
    private final MeshLimits limits;
    private final MeshOutput outlet;
    private MeshView company;
    private long moment;

    MeshContext(String me, MeshLimits limits, MeshOutput outlet) {
        this.me = me;
        this.limits = limits;
        this.outlet = outlet;
        this.company = new MeshView(-1, List.of(me), false);
    }

    void become(MeshView next) {
        company = next;
    }

    /** Time passed. */
    void at(long now) {
        moment = now;
    }

    String me() {
        return me;
    }

    MeshLimits limits() {
        return limits;
    }

    MeshOutput outlet() {
        return outlet;
    }

    MeshView company() {
        return company;
    }

    /** The last moment that was told. */
    long moment() {
        return moment;
    }

    List<String> others() {
        return company.nodes().stream().filter(node -> !node.equals(me)).toList();
    }

    void send(String node, MeshMessage note) {
        outlet.send(node, note);
    }

    void toAll(MeshMessage note) {
        others().forEach(node -> outlet.send(node, note));
    }
}
