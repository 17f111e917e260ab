package dev.divvy.testservers.redis;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One line of {@code CLUSTER NODES}: the view of one node of a Redis Cluster of another node, or of itself. */
record ClusterNodeLine(String id, Address address, Set<String> flags, String master, long epoch, List<String> ranges) {

    /** The port for clients, and the port for other nodes. */
    record Address(int port, int busPort) {}

    private static final Set<String> FAILURES = Set.of("fail", "fail?", "handshake", "noaddr", "disconnected");

    static List<ClusterNodeLine> all(String clusterNodes) {
        return clusterNodes.lines().map(ClusterNodeLine::of).toList();
    }

    /** Parses {@code ID HOST:PORT@BUS FLAG,FLAG MASTER PING PONG EPOCH LINK SLOTS...}, where the host may be empty. */
    private static ClusterNodeLine of(String line) {
        List<String> fields = List.of(line.split(" ", -1));
        if (fields.size() < 8) {
            throw new IllegalArgumentException("\"" + line + "\" is not a line of CLUSTER NODES");
        }
        Set<String> flags = new HashSet<>(List.of(fields.get(2).split(",", -1)));
        flags.add(fields.get(7)); // the state of the link, "connected" or not, is treated as a flag
        return new ClusterNodeLine(
                fields.get(0),
                address(fields.get(1)),
                flags,
                fields.get(3),
                Long.parseLong(fields.get(6)),
                // Ranges in brackets are slots in migration, which belong to their old owner until the end of it.
                fields.stream().skip(8).filter(field -> !field.startsWith("[")).toList());
    }

    private static Address address(String field) {
        String ports = field.split(",", -1)[0];
        int at = ports.indexOf('@');
        return new Address(
                Integer.parseInt(ports.substring(ports.lastIndexOf(':', at) + 1, at)),
                Integer.parseInt(ports.substring(at + 1)));
    }

    /** Returns the slots of the ranges, such as {@code 5} and {@code 7-9}. */
    BitSet slots() {
        BitSet slots = new BitSet();
        for (String range : ranges) {
            String[] ends = range.split("-", -1);
            slots.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return slots;
    }

    int port() {
        return address.port();
    }

    boolean isSelf() {
        return flags.contains("myself");
    }

    boolean isMaster() {
        return flags.contains("master");
    }

    /** Whether the handshake is complete and the viewing node does not suspect it. */
    boolean isTrusted() {
        return flags.stream().noneMatch(FAILURES::contains);
    }

    /** Returns the part that must be the same in the views of all nodes. */
    String summary() {
        return port() + " " + id + (isMaster() ? " serves " + ranges : " follows " + master);
    }
}
