package dev.divvy.cli.shell;

import dev.divvy.cli.cache.HostPort;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.up.NodeTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The {@code divvy up} that has started the nodes, and can start one again: its port is that of a node, less the node's number. */
final class Control {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LONGEST_ANSWER = 1 << 16;
    private static final String HERE = "127.0.0.1";
    private static final int MESH_ABOVE = 100;

    private final InetSocketAddress first;

    Control(InetSocketAddress first) {
        this.first = first;
    }

    /** All that it has started, and that are known as gone if they are; none if there is no such control. */
    List<NodeRow> started(List<NodeRow> known) {
        return ask(known, "list").map(NodeTable::rows).orElse(List.of());
    }

    /** Starts a node by its number; returns its name and the number of its process. */
    NodeRow start(int number, List<NodeRow> known) {
        List<String> answer = ask(known, "start " + number)
                .orElseThrow(() -> Failure.failed(
                        "these nodes were not started by ./divvy up; start it by hand: " + byHand(number, known)));
        return NodeTable.rows(answer).stream()
                .findFirst()
                .orElseThrow(() -> Failure.failed("./divvy up answered: " + String.join(" ", answer)));
    }

    private Optional<List<String>> ask(List<NodeRow> known, String command) {
        for (int port : ports(known)) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout((int) PATIENCE.toMillis());
                socket.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
                List<String> lines = new String(
                                socket.getInputStream().readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                if (!lines.isEmpty() && lines.get(0).equals(NodeTable.GREETING)) {
                    return Optional.of(lines.subList(1, lines.size()));
                }
            } catch (IOException e) {
                // It is not there.
            }
        }
        return Optional.empty();
    }

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

    /** As {@code divvy up} would number the ports. */
    private String byHand(int number, List<NodeRow> known) {
        int base = known.stream()
                .filter(node -> node.number() > 0)
                .mapToInt(node -> node.address().getPort() - node.number())
                .findFirst()
                .orElse(first.getPort() - 1);
        String peers = known.stream()
                .filter(node -> !node.isGone() && node.number() != number)
                .map(node -> HERE + ":" + (node.address().getPort() + MESH_ABOVE))
                .collect(Collectors.joining(","));
        String listen = Cluster.find(known, Integer.toString(number))
                .map(node -> HostPort.shown(node.address()))
                .orElse(HERE + ":" + (base + number));
        return "./divvy node --name n" + number + " --listen " + listen + " --mesh " + HERE + ":"
                + (base + MESH_ABOVE + number) + (peers.isEmpty() ? "" : " --peers " + peers)
                + " (with the --mesh and --peers of your nodes)";
    }
}
