package dev.divvy.cli.group;

import dev.divvy.cli.cache.NodeOptions;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.options.HostPort;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.coordination.support.OperatorOrder;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Asks a node of the group, each time by a connection of its own.
 *
 * @param group the one that is meant; empty when it is the node's own
 */
record NodeReader(NodeOptions node, Optional<String> group) implements GroupReader {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration APART = Duration.ofMillis(100);

    /** Looks; a node of another group than the one that is meant does not answer for it. */
    @Override
    public GroupLook look() {
        NodeReply reply = node.ask("DIVVY.SNAPSHOT");
        GroupLook look;
        try {
            look = NodeSnapshot.decode(reply);
        } catch (IllegalArgumentException e) {
            throw Failure.failed("the node at " + HostPort.shown(node.address())
                    + " answered DIVVY.SNAPSHOT with something else: " + e.getMessage());
        }
        String own = look.status().group();
        group.filter(meant -> !meant.equals(own)).ifPresent(meant -> {
            throw Failure.failed("the node is not of group '" + meant + "': it is of group " + own);
        });
        return look;
    }

    /** The node answers before the group has followed; its allocation shows when that is so. */
    @Override
    public void give(OperatorOrder order, StopSignal stop) {
        node.ask(Stream.concat(Stream.of("DIVVY." + order.action()), order.arguments().stream())
                .toArray(String[]::new));
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isIn(order)) {
            if (stop.await(APART)) {
                throw Failure.failed("stopped; the node has the order and carries it out when it can");
            }
            if (System.nanoTime() - end > 0) {
                throw Failure.failed("the node has the order, and the group does not show it after "
                        + PATIENCE.toSeconds() + " s; look again with divvy status");
            }
        }
    }

    private boolean isIn(OperatorOrder order) {
        return look().status()
                .allocation()
                .filter(allocation -> order.isIn(allocation.directives()))
                .isPresent();
    }

    @Override
    public void close() {
        // Every question had a connection of its own.
    }
}
