package dev.divvy.cli.shell;

import dev.divvy.cli.cache.Coverage;
import dev.divvy.cli.cache.NodeRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the tokens are where they belong: each owned once, each held by its owner, and nothing left where it was. */
final class Calm {

    private final Cluster cluster;

    Calm(Cluster cluster) {
        this.cluster = cluster;
    }

    /** What is not so, if anything; every one of these nodes is asked. */
    Optional<String> fault(List<NodeRow> seen) {
        Coverage coverage = Coverage.of(seen, cluster.tokens());
        if (!coverage.isExact()) {
            return Optional.of(coverage.shown());
        }
        return seen.stream()
                .flatMap(node -> fault(node, cluster.ask(node, "DIVVY.INSIDE").fields()).stream())
                .findFirst();
    }

    /** What is wrong between what a node owns and what it has inside. */
    static Optional<String> fault(NodeRow node, Map<String, String> inside) {
        String held = inside.getOrDefault("tokens", "?");
        if (!held.equals(Integer.toString(node.tokens()))) {
            return Optional.of(node.name() + " holds " + held + " tokens and owns " + node.tokens()
                    + ": some are still on their way");
        }
        String foreign = inside.getOrDefault("foreign", "?");
        return foreign.equals("0")
                ? Optional.empty()
                : Optional.of(node.name() + " has " + foreign + " entries of tokens that it does not own");
    }
}
