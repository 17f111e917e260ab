package dev.divvy.boardredis.connection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The reply to CLUSTER SLOTS: ranges of slots with their masters, and all nodes that it names. */
record SlotTable(List<Range> ranges, Set<String> nodes) {

    record Range(long first, long last, String master) {}

    static final SlotTable EMPTY = new SlotTable(List.of(), Set.of());

    /** Parses a reply of ranges: first slot, last slot, master and replicas; each node is a list that begins with host and port. */
    static SlotTable of(List<?> reply, String replier) {
        List<Range> ranges = new ArrayList<>();
        Set<String> nodes = new LinkedHashSet<>();
        for (Object row : reply) {
            List<?> range = (List<?>) row;
            for (Object node : range.subList(2, range.size())) {
                nodes.add(address((List<?>) node, replier));
            }
            ranges.add(new Range((Long) range.get(0), (Long) range.get(1), address((List<?>) range.get(2), replier)));
        }
        return new SlotTable(ranges, nodes);
    }

    /** Returns the address of a node. A node that does not know its own name leaves it empty: it is the one that replied. */
    private static String address(List<?> node, String replier) {
        String host = node.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
        String known = host.isEmpty() || host.equals("?") ? replier.substring(0, replier.lastIndexOf(':')) : host;
        return known + ":" + node.get(1);
    }

    Optional<String> master(int slot) {
        return ranges.stream()
                .filter(range -> range.first() <= slot && slot <= range.last())
                .map(Range::master)
                .findFirst();
    }
}
