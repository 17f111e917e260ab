package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ProgressLine;
import java.io.IOException;
import java.util.List;

/** Writes many keys through one node. */
final class KeyFiller {

    private static final int MOST = 100_000_000;
    private static final int BATCH = 500;

    private final ShellCluster cluster;
    private final ProgressLine terminal;

    KeyFiller(ShellCluster cluster, ProgressLine terminal) {
        this.cluster = cluster;
        this.terminal = terminal;
    }

    /** Writes this many keys, pipelined in batches. */
    String fill(String id, String number) {
        int count = count(number);
        NodeRow node = cluster.node(id);
        int written = 0;
        try (NodeClient client = cluster.to(node)) {
            while (written < count) {
                int upTo = Math.min(count, written + BATCH);
                for (int j = written + 1; j <= upTo; j++) {
                    client.send(List.of("SET", "k_" + node.shortName() + "_" + j, Integer.toString(j)));
                }
                client.flush();
                for (; written < upTo; written++) {
                    accepted(client.reply(), node, written, count);
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw Failure.failed("interrupted; " + soFar(written, count));
                }
                terminal.progress("filling through " + node.name(), written, count);
            }
        } catch (IOException e) {
            throw Failure.failed(ShellCluster.down(node, e).getMessage() + "; " + soFar(written, count));
        } finally {
            terminal.clear();
        }
        return Numbers.count(count, "key") + " written through " + node.name();
    }

    private static void accepted(NodeReply reply, NodeRow node, int written, int count) {
        if (reply.isError()) {
            throw Failure.failed(node.name() + " answered: " + reply.text() + "; " + soFar(written, count));
        }
    }

    private static String soFar(int written, int count) {
        return written == 0 ? "nothing was written" : written + " of " + count + " keys were written";
    }

    private static int count(String number) {
        int count = number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 0;
        if (count < 1 || count > MOST) {
            throw Failure.failed("'" + number + "' is not a whole number from 1 to " + Numbers.whole(MOST));
        }
        return count;
    }
}
