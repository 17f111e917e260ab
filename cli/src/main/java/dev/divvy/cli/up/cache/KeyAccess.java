package dev.divvy.cli.up.cache;

import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.up.cache.NodeConnections.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** Reads and writes keys for a user, each time through a random node. Thread-safe. */
public final class KeyAccess implements AutoCloseable {

    private static final int LONGEST_KEY = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 3;

    private final Supplier<List<Node>> awake;

    /** Guarded by this object. */
    private final NodeConnections connections = new NodeConnections(TIMEOUT);

    /** @param awake returns the nodes that can be expected to answer */
    KeyAccess(Supplier<List<Node>> awake) {
        this.awake = awake;
    }

    /** Reads a key; returns its value and the node that was asked, as a sentence. */
    public String get(String key) {
        return answer(key, node -> {
            NodeReply reply = connections.ask(node, "GET", key);
            return reply.kind() == NodeReply.Kind.NIL
                    ? text("there is no such key; " + node.name() + " was asked")
                    : reply.isError() ? reply : text("\"" + reply.text() + "\"; " + node.name() + " was asked");
        });
    }

    /** Writes a key; returns the node that was asked, as a sentence. */
    public String set(String key, String value) {
        return answer(key, node -> {
            NodeReply reply = connections.ask(node, "SET", key, value);
            return reply.isError() ? reply : text("stored; " + node.name() + " was asked");
        });
    }

    private static NodeReply text(String text) {
        return new NodeReply(NodeReply.Kind.TEXT, text, List.of());
    }

    private interface Question {
        NodeReply ask(Node node) throws IOException;
    }

    private synchronized String answer(String key, Question question) {
        if (key.isEmpty() || key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "a key of " + key.length() + " characters; it must have 1 to " + LONGEST_KEY);
        }
        List<Node> nodes = new ArrayList<>(awake.get());
        Collections.shuffle(nodes);
        for (Node node : nodes.subList(0, Math.min(ATTEMPTS, nodes.size()))) {
            try {
                NodeReply reply = question.ask(node);
                if (reply.isError()) {
                    throw new IllegalStateException(node.name() + " answered: " + reply.text());
                }
                return reply.text();
            } catch (IOException e) {
                // It starts, ends, or was paused by others.
            }
        }
        throw new IllegalStateException("no node answers; try again in a moment");
    }

    @Override
    public synchronized void close() {
        connections.close();
    }
}
