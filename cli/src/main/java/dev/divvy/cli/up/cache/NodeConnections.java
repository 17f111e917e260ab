package dev.divvy.cli.up.cache;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeReply;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Kept connections to the nodes. A connection that failed is closed, and opened again by the next request. Used by one thread at a time. */
final class NodeConnections implements AutoCloseable {

    /** A node that can be expected to answer. */
    record Node(String name, InetSocketAddress address) {}

    private final Duration timeout;
    private final Map<Node, NodeClient> clients = new HashMap<>();

    NodeConnections(Duration timeout) {
        this.timeout = timeout;
    }

    /** Sends a command and waits for its reply. */
    NodeReply ask(Node node, String... words) throws IOException {
        return ask(node, List.of(List.of(words))).get(0);
    }

    /** Sends commands together and waits for their replies. */
    List<NodeReply> ask(Node node, List<List<String>> commands) throws IOException {
        NodeClient client = clients.get(node);
        if (client == null) {
            client = NodeClient.connect(node.address(), NodeAccess.FREE, timeout);
            clients.put(node, client);
        }
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
            clients.remove(node);
            client.close();
            throw e;
        }
    }

    @Override
    public void close() {
        clients.values().forEach(NodeClient::close);
        clients.clear();
    }
}
