package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.terminal.Terminal;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** One use of the shell: does what lines ask. What cannot be done is a failure that says why. Used by one thread. */
final class Session {

    private final Cluster cluster;
    private final Entries entries;
    private final Members members;
    private final Processes processes;
    private final Consumer<String> said;

    Session(InetSocketAddress at, NodeAccess access, Terminal terminal, Consumer<String> said) {
        this.cluster = new Cluster(at, access);
        this.entries = new Entries(cluster, terminal);
        this.members = new Members(cluster);
        this.processes = new Processes(cluster);
        this.said = said;
    }

    Cluster cluster() {
        return cluster;
    }

    /** Does all that a line asks; nothing of it if some of it cannot be read. Answers whether the shell goes on. */
    boolean run(String line) {
        List<Phrase> phrases = Phrase.all(line);
        phrases.forEach(Verb::of);
        for (Phrase phrase : phrases) {
            Verb verb = Verb.of(phrase);
            if (verb == Verb.EXIT) {
                return false;
            }
            answer(verb, phrase.arguments()).forEach(said);
        }
        return true;
    }

    private List<String> answer(Verb verb, List<String> given) {
        return switch (verb) {
            case FILL -> List.of(entries.fill(given.get(0), given.get(1)));
            case STAT -> given.isEmpty() ? entries.stat() : List.of(entries.stat(given.get(0)));
            case SUM -> List.of(entries.sum());
            case GET -> List.of(entries.get(given.get(0), given.get(1)));
            case PUT -> List.of(entries.put(given.get(0), given.get(1), given.get(2)));
            case DELETE -> List.of(entries.delete(given.get(0), given.get(1)));
            case KILL -> List.of(processes.kill(given.get(0)));
            case STOP -> List.of(processes.stop(given.get(0)));
            case START -> List.of(processes.start(given.get(0)));
            case CLUSTER -> members.cluster(given.get(0));
            case TOKENS -> members.tokens(given.get(0));
            case CHECK -> List.of(members.check(given.get(0)));
            case INSIDE -> members.inside(given.get(0));
            case WHY -> members.why(given.get(0));
            case PLAN -> members.plan(given.get(0), given.get(1));
            case HELP -> help();
            case EXIT -> List.of();
        };
    }

    static List<String> help() {
        int widest = Arrays.stream(Verb.values())
                .mapToInt(verb -> verb.usage().length())
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (Verb verb : Verb.values()) {
            lines.add(verb.usage() + " ".repeat(widest - verb.usage().length()) + "  " + verb.meaning());
        }
        lines.add("");
        lines.add("Node I is the one whose name ends in the number I; its whole name is understood too.");
        lines.add("Several commands in a line are parted by semicolons; Master.fill(1, 5000) is the same as fill 1"
                + " 5000.");
        return lines;
    }
}
