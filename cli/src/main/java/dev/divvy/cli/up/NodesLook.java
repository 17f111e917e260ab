package dev.divvy.cli.up;

import dev.divvy.cli.cache.Coverage;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.resp.Access;
import dev.divvy.cli.resp.Answer;
import dev.divvy.cli.resp.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A thread that asks the nodes again and again how many entries they have, and whether every token has one owner. */
final class NodesLook implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long TICK_MILLIS = 500;

    private final Nodes nodes;
    private final Thread thread = new Thread(this::run, "divvy-nodes");

    /** Of the thread only: the most tokens that were ever seen. */
    private int most;

    /** Written by the thread. */
    private volatile Seen seen = new Seen(Map.of(), Optional.empty());

    /**
     * What was seen.
     *
     * @param entries by the number of the node; of those that answered
     * @param coverage as the first that answered sees it
     */
    record Seen(Map<Integer, Long> entries, Optional<Coverage> coverage) {}

    NodesLook(Nodes nodes) {
        this.nodes = nodes;
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                seen = look();
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }

    private Seen look() {
        Map<Integer, Long> entries = new TreeMap<>();
        Optional<Coverage> coverage = Optional.empty();
        for (Map.Entry<Integer, Child> node : nodes.children().entrySet()) {
            if (!node.getValue().isAlive()) {
                continue;
            }
            InetSocketAddress place = new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), nodes.launch().port(node.getKey()));
            try (Wire wire = Wire.to(place, Access.FREE, PATIENCE)) {
                if (wire.ask("DBSIZE") instanceof Answer.Whole size) {
                    entries.put(node.getKey(), size.number());
                }
                coverage = coverage.isPresent() ? coverage : covered(wire.ask("DIVVY.NODES"));
            } catch (IOException e) {
                // It is asked again soon.
            }
        }
        return new Seen(entries, coverage);
    }

    private Optional<Coverage> covered(Answer told) {
        Coverage coverage = Coverage.of(NodeRow.all(told), most);
        most = coverage.total();
        return Optional.of(coverage);
    }

    /** As one line. */
    String line() {
        Seen last = seen;
        List<String> parts = new ArrayList<>();
        nodes.children()
                .forEach((number, child) -> parts.add(child.id() + " "
                        + (!child.isAlive()
                                ? "gone"
                                : Optional.ofNullable(last.entries().get(number))
                                        .map(Numbers::whole)
                                        .orElse("starting"))));
        long sum = last.entries().values().stream().mapToLong(Long::longValue).sum();
        return "cache: " + parts.stream().collect(Collectors.joining(", ")) + "; "
                + (sum == 1 ? "1 entry" : Numbers.whole(sum) + " entries")
                + last.coverage().map(there -> "; " + there.shown()).orElse("");
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
