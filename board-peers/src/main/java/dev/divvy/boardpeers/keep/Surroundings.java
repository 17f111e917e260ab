package dev.divvy.boardpeers.keep;

import java.util.List;

/** Who a node is, who is around it, what moment it is, and how it speaks. The clerk is its one writer; its roles read it. */
final class Surroundings {

    private final String me;
    private final Limits limits;
    private final Outlet outlet;
    private Company company;
    private long moment;

    Surroundings(String me, Limits limits, Outlet outlet) {
        this.me = me;
        this.limits = limits;
        this.outlet = outlet;
        this.company = new Company(-1, List.of(me), false);
    }

    void become(Company next) {
        company = next;
    }

    /** Time passed. */
    void at(long now) {
        moment = now;
    }

    String me() {
        return me;
    }

    Limits limits() {
        return limits;
    }

    Outlet outlet() {
        return outlet;
    }

    Company company() {
        return company;
    }

    /** The last moment that was told. */
    long moment() {
        return moment;
    }

    List<String> others() {
        return company.nodes().stream().filter(node -> !node.equals(me)).toList();
    }

    void send(String node, Note note) {
        outlet.send(node, note);
    }

    void toAll(Note note) {
        others().forEach(node -> outlet.send(node, note));
    }
}
