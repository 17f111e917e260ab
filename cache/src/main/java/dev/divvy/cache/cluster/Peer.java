package dev.divvy.cache.cluster;

import dev.divvy.allocation.Incarnation;

/**
 * A node of the cluster as others reach it.
 *
 * @param host where its clients, and the other nodes, reach it; empty when nobody knows
 * @param pid the number of its process, on its machine; 0 when nobody knows
 */
public record Peer(Incarnation life, String host, int port, long pid) {

    /** From what a card says: {@code host:port/pid}, or nothing. */
    public static Peer of(Incarnation life, String address) {
        int colon = address.lastIndexOf(':');
        int slash = address.lastIndexOf('/');
        return colon < 0 || slash < colon
                ? new Peer(life, "", 0, 0)
                : new Peer(
                        life,
                        address.substring(0, colon),
                        Integer.parseInt(address.substring(colon + 1, slash)),
                        Long.parseLong(address.substring(slash + 1)));
    }

    public String name() {
        return life.member();
    }

    public boolean reachable() {
        return !host.isEmpty();
    }

    /** What the card of this process says of where it is. */
    public static String address(String host, int port) {
        return host + ":" + port + "/" + ProcessHandle.current().pid();
    }

    @Override
    public String toString() {
        return life + " at " + host + ":" + port;
    }
}
