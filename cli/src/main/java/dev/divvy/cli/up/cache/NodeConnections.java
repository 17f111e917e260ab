package dev.divvy.cli.up.cache;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeReply;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Kept connections to the nodes. A connection that failed is closed, and opened again by the next request. Used by one thread at a time. */
final class NodeConnections implements AutoCloseable {

    /** A node that can be expected to answer. */
    record Node(String name, InetSocketAddress address, long pid) {}

    private record Connection(long pid, NodeClient client) {}

    private final Duration timeout;

    /** By name of the node. */
    private final Map<String, Connection> connections = new HashMap<>();

    NodeConnections(Duration timeout) {
        this.timeout = timeout;
    }

    /** Sends a command and waits for its reply. */
    NodeReply ask(Node node, String... words) throws IOException {
        return ask(node, List.of(List.of(words))).get(0);
    }

    /**
     * Sends commands together and waits for their replies.
     *
     * @throws ConnectException when nothing was sent
     */
    List<NodeReply> ask(Node node, List<List<String>> commands) throws IOException {
        NodeClient client = connected(node);
        try {
            for (List<String> command : commands) {
                client.send(command);
            }
            client.flush();
            List<NodeReply> replies = new ArrayList<>();
            while (replies.size() < commands.size()) {
                replies.add(client.reply());
            }
            return replies;
        } catch (IOException e) {
            // A late reply must not be taken for that of the next command.
            close(node.name());
            throw e;
        }
    }

    private NodeClient connected(Node node) throws ConnectException {
        Connection kept = connections.get(node.name());
        if (kept != null && kept.pid == node.pid()) {
            return kept.client;
        }
        close(node.name());
        try {
            NodeClient client = NodeClient.connect(node.address(), NodeAccess.FREE, timeout);
            connections.put(node.name(), new Connection(node.pid(), client));
            if (!client.ask("INFO", "server").text().contains("process_id:" + node.pid() + "\r")) {
                throw new IOException("another process has this port");
            }
            return client;
        } catch (IOException e) {
            close(node.name());
            throw (ConnectException) new ConnectException(e.getMessage()).initCause(e);
        }
    }

    private void close(String name) {
        Connection closed = connections.remove(name);
        if (closed != null) {
            closed.client.close();
        }
    }

    @Override
    public void close() {
        connections.values().forEach(connection -> connection.client.close());
        connections.clear();
    }
}
