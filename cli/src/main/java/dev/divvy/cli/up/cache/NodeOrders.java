package dev.divvy.cli.up.cache;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.ProcessOrders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands of {@code divvy shell} on the processes of the nodes. */
final class NodeOrders {

    private static final Pattern ORDER = Pattern.compile("(start|stop|kill) ([0-9]{1,5})");

    private final Demo nodes;
    private final NodeLaunch launch;

    NodeOrders(Demo nodes, NodeLaunch launch) {
        this.nodes = nodes;
        this.launch = launch;
    }

    /** Returns the lines of the reply to a command. */
    List<String> reply(String command) {
        Matcher order = ORDER.matcher(command);
        List<String> lines = new ArrayList<>(List.of(ControlServer.GREETING));
        try {
            if (order.matches()) {
                lines.add(line(execute(order.group(1), Integer.parseInt(order.group(2)))));
            } else if (command.equals("list")) {
                nodes.processes().forEach(node -> lines.add(line(node)));
            } else {
                lines.add("unknown command; the commands are list, start N, stop N and kill N");
            }
        } catch (Failure | IllegalStateException refused) {
            lines.add(String.valueOf(refused.getMessage()));
        }
        return lines;
    }

    private String line(DemoProcess node) {
        String state = node.isAlive() ? "STARTING" : NodeRow.GONE;
        return new NodeRow(node.id(), state, launch.listen(nodes.number(node)), 0, "", node.pid()).line();
    }

    private DemoProcess execute(String order, int number) {
        Optional<DemoProcess> known = nodes.process("n" + number);
        int count = nodes.processes().size();
        if (known.isEmpty() && order.equals(ProcessOrders.START) && number == count + 1) {
            return nodes.add();
        }
        DemoProcess node =
                known.orElseThrow(() -> Failure.failed("there is no node n" + number + "; the nodes are n1 to n" + count
                        + (order.equals(ProcessOrders.START) ? ", and the next is n" + (count + 1) : "")));
        nodes.orders().perform(order, node);
        return node;
    }
}
