package dev.divvy.cache.cluster;

import dev.divvy.allocation.Incarnation;

/**
 * A node of the cluster: its incarnation, and its address for clients and other nodes.
 *
 * @param host the host at which it listens; empty when it is not known
 * @param port the port at which it listens; 0 when it is not known
 * @param pid the id of its process; 0 when it is not known
 */
public record Peer(Incarnation incarnation, String host, int port, long pid) {

    /** Parses the address on a card: {@code host:port/pid}, or nothing. */
    public static Peer of(Incarnation incarnation, String address) {
        int colon = address.lastIndexOf(':');
        int slash = address.lastIndexOf('/');
        return colon < 0 || slash < colon
                ? new Peer(incarnation, "", 0, 0)
                : new Peer(
                        incarnation,
                        address.substring(0, colon),
                        Integer.parseInt(address.substring(colon + 1, slash)),
                        Long.parseLong(address.substring(slash + 1)));
    }

    public String name() {
        return incarnation.member();
    }

    public boolean reachable() {
        return !host.isEmpty();
    }

    /** Returns the address for the card of this process. */
    public static String address(String host, int port) {
        return host + ":" + port + "/" + ProcessHandle.current().pid();
    }

    @Override
    public String toString() {
        return incarnation + " at " + host + ":" + port;
    }
}
