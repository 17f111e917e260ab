package dev.divvy.cli.shell;

import dev.divvy.cli.cache.HostPort;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.resp.Access;
import dev.divvy.cli.resp.Answer;
import dev.divvy.cli.resp.Wire;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The {@code divvy up} that has started the nodes, and can start one again: its port is that of a node, less the node's number. */
final class Control {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String HERE = "127.0.0.1";
    private static final int MESH_ABOVE = 100;

    private final InetSocketAddress first;

    Control(InetSocketAddress first) {
        this.first = first;
    }

    /** All that it has started, and that are known as gone if they are; none if there is no such control. */
    List<NodeRow> started(List<NodeRow> known) {
        return ask(known, "DIVVY.UP").map(Answer::parts).orElse(List.of()).stream()
                .map(Control::row)
                .toList();
    }

    private static NodeRow row(Answer told) {
        Map<String, String> fields = told.fields();
        String state = fields.getOrDefault("state", "").equals("gone") ? NodeRow.GONE : "STARTING";
        long pid = Long.parseLong(fields.getOrDefault("pid", "0"));
        return new NodeRow(fields.getOrDefault("name", "?"), "", state, fields.getOrDefault("listen", ""), 0, "", pid);
    }

    /** Starts a node by its number; answers its name and the number of its process. */
    NodeRow start(int number, List<NodeRow> known) {
        Answer started = ask(known, "DIVVY.START", Integer.toString(number))
                .orElseThrow(() -> Failure.failed(
                        "these nodes were not started by ./divvy up; start it by hand: " + byHand(number, known)));
        return row(Cluster.accepted(started, "./divvy up"));
    }

    private Optional<Answer> ask(List<NodeRow> known, String... words) {
        for (int port : ports(known)) {
            InetSocketAddress place = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (Wire wire = Wire.to(place, Access.FREE, PATIENCE)) {
                if (wire.ask("DIVVY.UP") instanceof Answer.Many) {
                    return Optional.of(wire.ask(words));
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
