package dev.divvy.cli.shell;

import dev.divvy.cli.cache.HostPort;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.resp.Answer;
import dev.divvy.cli.resp.Wire;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The {@code divvy up} that has started the nodes, and can start one again: its port is that of a node, less the node's number. */
final class Control {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String HERE = "127.0.0.1";
    private static final int MESH_ABOVE = 100;

    private final Cluster cluster;
    private final InetSocketAddress first;

    Control(Cluster cluster, InetSocketAddress first) {
        this.cluster = cluster;
        this.first = first;
    }

    /** Asks for a node by its number; answers its name and the number of its process. */
    Answer start(String who) {
        int number = number(who);
        for (int port : ports()) {
            try (Wire wire = Wire.to(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Optional.empty(), PATIENCE)) {
                if (wire.ask("DIVVY.UP") instanceof Answer.Many) {
                    return Cluster.accepted(wire.ask("DIVVY.START", Integer.toString(number)), "./divvy up");
                }
            } catch (IOException e) {
                // It is not there.
            }
        }
        throw Failure.failed("these nodes were not started by ./divvy up; start it by hand: " + byHand(number));
    }

    private int number(String who) {
        if (who.matches("[0-9]{1,5}")) {
            return Integer.parseInt(who);
        }
        int number = cluster.node(who).number();
        if (number < 0) {
            throw Failure.failed(who + " ends in no number, so ./divvy up has not started it");
        }
        return number;
    }

    private Set<Integer> ports() {
        Set<Integer> ports = new LinkedHashSet<>();
        for (NodeRow node : known()) {
            if (node.number() > 0 && node.address().getAddress().isLoopbackAddress()) {
                ports.add(node.address().getPort() - node.number());
            }
        }
        ports.add(first.getPort() - 1);
        ports.removeIf(port -> port < 1);
        return ports;
    }

    private List<NodeRow> known() {
        try {
            return cluster.look();
        } catch (Failure nobodyAnswers) {
            return cluster.nodes();
        }
    }

    /** As {@code divvy up} would number the ports. */
    private String byHand(int number) {
        List<NodeRow> known = cluster.nodes();
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
