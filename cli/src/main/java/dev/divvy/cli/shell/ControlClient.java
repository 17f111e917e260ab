package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.up.ControlServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The {@code divvy up} that owns the processes of the nodes: its port is that of a node, less the node's number. */
final class ControlClient {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LONGEST_ANSWER = 1 << 16;

    private final InetSocketAddress first;

    ControlClient(InetSocketAddress first) {
        this.first = first;
    }

    /** Returns all nodes that it has started, also those that are gone; none if there is no such control. */
    List<NodeRow> started(List<NodeRow> known) {
        return NodeRow.listed(ask(known, "list"));
    }

    /**
     * Has a node started, stopped or killed, by its number; returns its name and the number of its process.
     *
     * @param otherwise what to do with a node that {@code divvy up} did not start
     */
    NodeRow order(String order, int number, List<NodeRow> known, String otherwise) {
        List<String> answer = ask(known, order + " " + number);
        if (answer.isEmpty()) {
            throw Failure.failed("these nodes were not started by ./divvy up; " + otherwise);
        }
        return NodeRow.listed(answer).stream().findFirst().orElseThrow(() -> Failure.failed(String.join(" ", answer)));
    }

    /** Returns nothing where no control is. */
    private List<String> ask(List<NodeRow> known, String command) {
        for (int port : ports(known)) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout((int) PATIENCE.toMillis());
                socket.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
                byte[] answer = socket.getInputStream().readNBytes(LONGEST_ANSWER);
                List<String> lines =
                        new String(answer, StandardCharsets.UTF_8).lines().toList();
                if (!lines.isEmpty() && lines.get(0).equals(ControlServer.GREETING)) {
                    return lines.subList(1, lines.size());
                }
            } catch (IOException e) {
                // It is not there.
            }
        }
        return List.of();
    }

    /** Returns where it may be: the node that was named at the beginning may be the first one. */
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
