package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.terminal.ProgressLine;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One use of the shell: does what lines ask. What cannot be done is a failure that says why. Used by one thread. */
final class ShellSession {

    private final ShellCluster cluster;
    private final KeyFiller filler;
    private final ClusterReports reports;
    private final NodeProcesses processes;
    private final Consumer<String> said;

    ShellSession(InetSocketAddress at, NodeAccess access, ProgressLine terminal, Consumer<String> said) {
        this.cluster = new ShellCluster(at, access);
        this.filler = new KeyFiller(cluster, terminal);
        this.reports = new ClusterReports(cluster);
        this.processes = new NodeProcesses(cluster);
        this.said = said;
    }

    ShellCluster cluster() {
        return cluster;
    }

    /** Does all that a line asks; nothing of it if some of it cannot be read. Answers whether the shell goes on. */
    boolean run(String line) {
        List<ShellLine> phrases = ShellLine.all(line);
        phrases.forEach(ShellVerb::of);
        for (ShellLine phrase : phrases) {
            ShellVerb verb = ShellVerb.of(phrase);
            if (verb == ShellVerb.EXIT) {
                return false;
            }
            said.accept(answer(verb, phrase.arguments()));
        }
        return true;
    }

    private String answer(ShellVerb verb, List<String> given) {
        return switch (verb) {
            case FILL -> filler.fill(given.get(0), given.get(1));
            case STAT -> given.isEmpty() ? reports.entries() : reports.entries(given.get(0));
            case SUM -> reports.sum();
            case GET -> cluster.ask(given.get(0), "GET", given.get(1)).shown();
            case PUT ->
                cluster.ask(given.get(0), "SET", given.get(1), given.get(2)).shown();
            case DELETE -> cluster.ask(given.get(0), "DEL", given.get(1)).text().equals("0") ? "(nil)" : "OK";
            case KILL -> processes.kill(given.get(0));
            case STOP -> processes.stop(given.get(0));
            case START -> processes.start(given.get(0));
            case CLUSTER -> ClusterReports.nodes(cluster.seenBy(given.get(0)));
            case TOKENS -> ClusterReports.tokens(cluster.seenBy(given.get(0)));
            case CHECK -> cluster.checked(cluster.seenBy(given.get(0)));
            case INSIDE -> reports.inside(given.get(0));
            case WHY -> cluster.askAny("DIVVY.WHY", given.get(0)).shown();
            case PLAN ->
                cluster.askAny("DIVVY.PLAN", "LEAVE", cluster.node(given.get(1)).name())
                        .shown();
            case HELP -> help();
            case EXIT -> "";
        };
    }

    static String help() {
        String form = "%-" + ShellVerb.PUT.usage().length() + "s  %s\n"; // no command is longer
        return Arrays.stream(ShellVerb.values())
                        .map(verb -> String.format(form, verb.usage(), verb.meaning()))
                        .collect(Collectors.joining())
                + """

                Node I is the one whose name ends in the number I; its whole name is understood too.
                Several commands in a line are parted by semicolons; Master.fill(1, 5000) is the same as fill 1 5000.""";
    }
}
