package dev.divvy.testservers.redis;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One line of {@code CLUSTER NODES}: what one node of a Redis Cluster believes about another, or knows of itself. */
record ClusterNodeLine(String id, Address address, Set<String> flags, String master, long epoch, List<String> ranges) {

    /** Where clients find it, and where the other nodes do. */
    record Address(int port, int busPort) {}

    private static final Set<String> TROUBLES = Set.of("fail", "fail?", "handshake", "noaddr", "disconnected");

    static List<ClusterNodeLine> all(String clusterNodes) {
        return clusterNodes.lines().map(ClusterNodeLine::of).toList();
    }

    /** As {@code ID HOST:PORT@BUS FLAG,FLAG MASTER PING PONG EPOCH LINK SLOTS...}, where the host may be missing. */
    private static ClusterNodeLine of(String line) {
        List<String> words = List.of(line.split(" ", -1));
        if (words.size() < 8) {
            throw new IllegalArgumentException("\"" + line + "\" is no line of CLUSTER NODES");
        }
        Set<String> flags = new HashSet<>(List.of(words.get(2).split(",", -1)));
        flags.add(words.get(7)); // the link to it, "connected" or not, is one more
        return new ClusterNodeLine(
                words.get(0),
                address(words.get(1)),
                flags,
                words.get(3),
                Long.parseLong(words.get(6)),
                // Those in brackets speak of slots on the move, which stay with their owner until they are there.
                words.stream().skip(8).filter(word -> !word.startsWith("[")).toList());
    }

    private static Address address(String word) {
        String ports = word.split(",", -1)[0];
        int at = ports.indexOf('@');
        return new Address(
                Integer.parseInt(ports.substring(ports.lastIndexOf(':', at) + 1, at)),
                Integer.parseInt(ports.substring(at + 1)));
    }

    /** What the ranges, words like {@code 5} and {@code 7-9}, contain. */
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

    boolean itself() {
        return flags.contains("myself");
    }

    boolean isMaster() {
        return flags.contains("master");
    }

    /** It is known by its own name, and the believer does not suspect it. */
    boolean isTrusted() {
        return flags.stream().noneMatch(TROUBLES::contains);
    }

    /** What all nodes must believe alike. */
    String claim() {
        return port() + " " + id + (isMaster() ? " serves " + ranges : " follows " + master);
    }
}
