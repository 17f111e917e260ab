package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.cache.Reply;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** What the shell does with entries. */
final class Entries {

    static final String DOWN = "nodedown";

    private static final int MOST = 100_000_000;
    private static final int AT_ONCE = 500;
    private static final int BAR = 30;

    private final Cluster cluster;
    private final Terminal terminal;

    Entries(Cluster cluster, Terminal terminal) {
        this.cluster = cluster;
        this.terminal = terminal;
    }

    /** Writes many through one node, many at once on the way. */
    String fill(String who, String howMany) {
        int count = count(howMany);
        NodeRow node = cluster.node(who);
        int written = 0;
        try (NodeClient client = cluster.to(node)) {
            while (written < count) {
                int upTo = Math.min(count, written + AT_ONCE);
                for (int j = written + 1; j <= upTo; j++) {
                    client.send(List.of("SET", "k_" + who(node) + "_" + j, Integer.toString(j)));
                }
                client.flush();
                for (; written < upTo; written++) {
                    accepted(client.reply(), node, written, count);
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw Failure.failed("given up; " + soFar(written, count));
                }
                terminal.progress(bar(written, count) + " filling through " + node.name(), written, count);
            }
        } catch (IOException e) {
            throw Failure.failed(Cluster.down(node, e).getMessage() + "; " + soFar(written, count));
        } finally {
            terminal.clear();
        }
        return Numbers.count(count, "key") + " written through " + node.name();
    }

    static String bar(int done, int of) {
        int full = (int) ((long) BAR * done / of);
        return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
    }

    private static void accepted(Reply reply, NodeRow node, int written, int count) {
        if (reply.isError()) {
            throw Failure.failed(node.name() + " answered: " + reply.text() + "; " + soFar(written, count));
        }
    }

    private static String soFar(int written, int count) {
        return written == 0 ? "nothing was written" : written + " of " + count + " were written";
    }

    private static String who(NodeRow node) {
        return node.number() < 0 ? node.name() : Integer.toString(node.number());
    }

    private static int count(String written) {
        int count = written.matches("[0-9]{1,9}") ? Integer.parseInt(written) : 0;
        if (count < 1 || count > MOST) {
            throw Failure.failed("'" + written + "' is not a whole number from 1 to " + Numbers.whole(MOST));
        }
        return count;
    }

    /** Entries of each node. One that is down says so, and the others still answer. */
    List<String> stat() {
        Columns columns = new Columns().row("node", "entries");
        for (NodeRow node : cluster.look()) {
            columns.row(node.name(), shown(entries(node)));
        }
        return columns.lines();
    }

    String stat(String who) {
        return shown(entries(cluster.node(who)));
    }

    String sum() {
        return Long.toString(cluster.look().stream()
                .mapToLong(node -> entries(node).orElse(0))
                .sum());
    }

    private static String shown(OptionalLong entries) {
        return entries.isPresent() ? Long.toString(entries.getAsLong()) : DOWN;
    }

    private OptionalLong entries(NodeRow node) {
        try (NodeClient client = cluster.to(node)) {
            return OptionalLong.of(Long.parseLong(
                    Cluster.accepted(client.ask("DBSIZE"), node.name()).text()));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    String get(String who, String key) {
        return cluster.ask(cluster.node(who), "GET", key).shown();
    }

    String put(String who, String key, String value) {
        return cluster.ask(cluster.node(who), "SET", key, value).shown();
    }

    String delete(String who, String key) {
        return cluster.ask(cluster.node(who), "DEL", key).text().equals("0") ? "(nil)" : "OK";
    }
}
