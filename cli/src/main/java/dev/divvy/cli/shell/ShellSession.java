package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.terminal.ProgressLine;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One session of the shell: runs the commands of lines. A command that cannot be run is a failure with the reason. Used by one thread. */
final class ShellSession {

    private final ShellCluster cluster;
    private final KeyFiller filler;
    private final ClusterReports reports;
    private final NodeProcesses processes;
    private final Consumer<String> output;

    ShellSession(InetSocketAddress at, NodeAccess access, ProgressLine terminal, Consumer<String> output) {
        this.cluster = new ShellCluster(at, access);
        this.filler = new KeyFiller(cluster, terminal);
        this.reports = new ClusterReports(cluster);
        this.processes = new NodeProcesses(cluster);
        this.output = output;
    }

    ShellCluster cluster() {
        return cluster;
    }

    /** Runs the commands of a line, or none of them if one cannot be parsed; returns whether the shell continues. */
    boolean run(String line) {
        List<ShellLine> commands = ShellLine.all(line);
        commands.forEach(ShellVerb::of);
        for (ShellLine command : commands) {
            ShellVerb verb = ShellVerb.of(command);
            if (verb == ShellVerb.EXIT) {
                return false;
            }
            output.accept(execute(verb, command.arguments()));
        }
        return true;
    }

    private String execute(ShellVerb verb, List<String> arguments) {
        return switch (verb) {
            case FILL -> filler.fill(arguments.get(0), arguments.get(1));
            case STAT -> arguments.isEmpty() ? reports.entries() : reports.entries(arguments.get(0));
            case SUM -> reports.sum();
            case GET -> cluster.ask(arguments.get(0), "GET", arguments.get(1)).shown();
            case PUT ->
                cluster.ask(arguments.get(0), "SET", arguments.get(1), arguments.get(2))
                        .shown();
            case DELETE ->
                cluster.ask(arguments.get(0), "DEL", arguments.get(1)).text().equals("0") ? "(nil)" : "OK";
            case KILL -> processes.kill(arguments.get(0));
            case STOP -> processes.stop(arguments.get(0));
            case START -> processes.start(arguments.get(0));
            case CLUSTER -> ClusterReports.nodes(cluster.seenBy(arguments.get(0)));
            case TOKENS -> ClusterReports.tokens(cluster.seenBy(arguments.get(0)));
            case CHECK -> cluster.checked(cluster.seenBy(arguments.get(0)));
            case COUNTERS -> reports.counters(arguments.get(0));
            case WHY -> cluster.askAny("DIVVY.WHY", arguments.get(0)).shown();
            case PLAN ->
                cluster.askAny(
                                "DIVVY.PLAN",
                                "LEAVE",
                                cluster.node(arguments.get(1)).name())
                        .shown();
            case HELP -> help();
            case EXIT -> "";
        };
    }

    static String help() {
        String form = "%-" + ShellVerb.PUT.usage().length() + "s  %s\n"; // the longest one
        return Arrays.stream(ShellVerb.values())
                        .map(verb -> String.format(form, verb.usage(), verb.meaning()))
                        .collect(Collectors.joining())
                + """

                I is the number at the end of a node's name, or the whole name.
                Separate commands on one line by semicolons. Master.fill(1, 5000) is the same as fill 1 5000.""";
    }
}
