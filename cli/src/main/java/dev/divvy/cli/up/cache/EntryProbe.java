package dev.divvy.cli.up.cache;

import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.up.cache.NodeConnections.Node;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;

/** Writes and reads entries for the audit through random nodes, on a thread of its own. */
final class EntryProbe implements AutoCloseable {

    private static final int KEYS = 200;
    private static final Duration INTERVAL = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final EntryAudit audit;
    private final Supplier<List<Node>> nodes;
    private final NodeConnections connections = new NodeConnections(TIMEOUT);
    private final Random random = new Random();
    private final Thread thread;

    /** The last value that was written; used by the thread of this object. */
    private long value;

    /** @param nodes returns the nodes to use; none while there is nothing to check */
    EntryProbe(EntryAudit audit, Supplier<List<Node>> nodes) {
        this.audit = audit;
        this.nodes = nodes;
        this.thread = DaemonThreads.start("divvy-entry-probe", this::run);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(INTERVAL.toMillis());
                List<Node> usable = nodes.get();
                if (!usable.isEmpty()) {
                    probe("audit:" + random.nextInt(KEYS), usable.get(random.nextInt(usable.size())));
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        } finally {
            connections.close();
        }
    }

    private void probe(String key, Node node) {
        EntryAudit.Use use = audit.use(key, System.nanoTime());
        if (use == EntryAudit.Use.WRITE || (use == EntryAudit.Use.WRITE_OR_READ && random.nextInt(3) == 0)) {
            write(key, node);
        } else if (use == EntryAudit.Use.WRITE_OR_READ) {
            read(key, node);
        }
    }

    private void write(String key, Node node) {
        value++;
        try {
            NodeReply reply = connections.ask(node, "SET", key, Long.toString(value));
            if (reply.isError()) {
                audit.unclear(key, System.nanoTime());
            } else {
                audit.written(key, value);
            }
        } catch (ConnectException e) {
            // The node is down: nothing was sent.
        } catch (IOException e) {
            audit.unclear(key, System.nanoTime());
        }
    }

    private void read(String key, Node node) {
        try {
            NodeReply reply = connections.ask(node, "GET", key);
            if (!reply.isError()) {
                OptionalLong found = reply.text().matches("\\d{1,18}")
                        ? OptionalLong.of(Long.parseLong(reply.text()))
                        : OptionalLong.empty();
                audit.read(key, found, System.nanoTime());
            }
        } catch (IOException e) {
            // No answer, no check.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
