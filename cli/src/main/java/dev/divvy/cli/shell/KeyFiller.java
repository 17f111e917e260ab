package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ProgressLine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Writes many keys through one node. */
final class KeyFiller {

    private static final int MOST = 100_000_000;
    private static final int BATCH = 500;

    /** The time that a key may have no owner: enough for several lost nodes in a row on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ShellCluster cluster;
    private final ProgressLine terminal;

    KeyFiller(ShellCluster cluster, ProgressLine terminal) {
        this.cluster = cluster;
        this.terminal = terminal;
    }

    /** Writes this many keys, pipelined in batches; keys that have no owner for a moment are written when they have one. */
    String fill(String id, String number) {
        NodeRow node = cluster.node(id);
        Filling filling = new Filling(node, count(number));
        try (NodeClient client = cluster.to(node)) {
            while (!filling.isDone()) {
                filling.write(client);
                if (Thread.currentThread().isInterrupted()) {
                    throw Failure.failed("interrupted; " + filling.soFar());
                }
                terminal.progress(filling.now(), filling.written, filling.count);
            }
        } catch (IOException e) {
            throw Failure.failed(ShellCluster.down(node, e).getMessage() + "; " + filling.soFar());
        } finally {
            terminal.clear();
        }
        return Numbers.count(filling.count, "key") + " written through " + node.name();
    }

    private static int count(String number) {
        int count = number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 0;
        if (count < 1 || count > MOST) {
            throw Failure.failed("'" + number + "' is not a whole number from 1 to " + Numbers.whole(MOST));
        }
        return count;
    }

    /** The keys of one call. */
    private static final class Filling {

        private final NodeRow node;
        private final int count;

        /** Keys that had no owner at their last attempt. */
        private final Queue<Integer> again = new ArrayDeque<>();

        private int attempted;
        private int written;
        private long lastWriteNanos = System.nanoTime();

        Filling(NodeRow node, int count) {
            this.node = node;
            this.count = count;
        }

        boolean isDone() {
            return written == count;
        }

        String now() {
            return again.isEmpty()
                    ? "filling through " + node.name()
                    : "waiting for owners of " + Numbers.count(again.size(), "key");
        }

        String soFar() {
            return written == 0 ? "nothing was written" : written + " of " + count + " keys were written";
        }

        /** Writes one batch: first the keys that had no owner. The node itself waits some seconds for owners. */
        void write(NodeClient client) throws IOException {
            List<Integer> batch = nextBatch();
            for (int key : batch) {
                client.send(List.of("SET", "k_" + node.shortName() + "_" + key, Integer.toString(key)));
            }
            client.flush();
            for (int key : batch) {
                NodeReply reply = client.reply();
                if (!reply.isError()) {
                    written++;
                    lastWriteNanos = System.nanoTime();
                } else if (isUnowned(reply) && System.nanoTime() - lastWriteNanos < PATIENCE.toNanos()) {
                    again.add(key);
                } else {
                    throw Failure.failed(node.name() + " answered: " + reply.text() + "; " + soFar());
                }
            }
        }

        private List<Integer> nextBatch() {
            List<Integer> batch = new ArrayList<>(BATCH);
            while (batch.size() < BATCH && !again.isEmpty()) {
                batch.add(again.remove());
            }
            while (batch.size() < BATCH && attempted < count) {
                batch.add(++attempted);
            }
            return batch;
        }

        private static boolean isUnowned(NodeReply reply) {
            return reply.text().startsWith("CLUSTERDOWN ");
        }
    }
}
