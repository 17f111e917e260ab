package dev.divvy.boardredis.connection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The answer to CLUSTER SLOTS: ranges of slots with their masters, and all nodes that were named. */
record SlotTable(List<Range> ranges, Set<String> nodes) {

    record Range(long first, long last, String master) {}

    static final SlotTable EMPTY = new SlotTable(List.of(), Set.of());

    /** Each range is its first and last slot, the master and the replicas, each of them a list that begins with host and port. */
    static SlotTable of(List<?> answer, String asked) {
        List<Range> ranges = new ArrayList<>();
        Set<String> nodes = new LinkedHashSet<>();
        for (Object one : answer) {
            List<?> range = (List<?>) one;
            for (Object node : range.subList(2, range.size())) {
                nodes.add(address((List<?>) node, asked));
            }
            ranges.add(new Range((Long) range.get(0), (Long) range.get(1), address((List<?>) range.get(2), asked)));
        }
        return new SlotTable(ranges, nodes);
    }

    /** A node that does not know its own name leaves it empty: it is the one that we called. */
    private static String address(List<?> node, String asked) {
        String host = node.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
        String known = host.isEmpty() || host.equals("?") ? asked.substring(0, asked.lastIndexOf(':')) : host;
        return known + ":" + node.get(1);
    }

    Optional<String> master(int slot) {
        return ranges.stream()
                .filter(range -> range.first() <= slot && slot <= range.last())
                .map(Range::master)
                .findFirst();
    }
}
