package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.up.cache.ControlServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A client of the {@code divvy up} that started the nodes: its port is that of a node minus the node's number. */
final class ControlClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LONGEST_REPLY = 1 << 16;

    private final InetSocketAddress first;

    ControlClient(InetSocketAddress first) {
        this.first = first;
    }

    /** Returns all nodes that {@code divvy up} has started, including those that are down; none if it is not found. */
    List<NodeRow> started(List<NodeRow> known) {
        return NodeRow.listed(ask(known, "list"));
    }

    /**
     * Has a node started, stopped or killed, by its number; returns its name and its pid.
     *
     * @param otherwise the advice for nodes that {@code divvy up} did not start
     */
    NodeRow order(String order, int number, List<NodeRow> known, String otherwise) {
        List<String> reply = ask(known, order + " " + number);
        if (reply.isEmpty()) {
            throw Failure.failed("these nodes were not started by ./divvy up; " + otherwise);
        }
        return NodeRow.listed(reply).stream().findFirst().orElseThrow(() -> Failure.failed(String.join(" ", reply)));
    }

    /** Returns the lines of the reply; none if no {@code divvy up} is found. */
    private List<String> ask(List<NodeRow> known, String command) {
        for (int port : ports(known)) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout((int) TIMEOUT.toMillis());
                socket.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
                byte[] reply = socket.getInputStream().readNBytes(LONGEST_REPLY);
                List<String> lines =
                        new String(reply, StandardCharsets.UTF_8).lines().toList();
                if (!lines.isEmpty() && lines.get(0).equals(ControlServer.GREETING)) {
                    return lines.subList(1, lines.size());
                }
            } catch (IOException e) {
                // Try the next port.
            }
        }
        return List.of();
    }

    /** Returns the ports to try; the node that was named on the command line may be the first node. */
    private Set<Integer> ports(List<NodeRow> known) {
        Set<Integer> ports = new LinkedHashSet<>();
        for (NodeRow node : known) {
            if (node.number() > 0 && node.address().getAddress().isLoopbackAddress()) {
                ports.add(node.address().getPort() - node.number());
            }
        }
        if (first.getAddress().isLoopbackAddress()) {
            ports.add(first.getPort() - 1);
        }
        ports.removeIf(port -> port < 1);
        return ports;
    }
}
