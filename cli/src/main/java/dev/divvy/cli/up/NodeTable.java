package dev.divvy.cli.up;

import dev.divvy.cli.cache.NodeRow;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How {@code divvy up} lists the nodes that it has started, and how {@code divvy shell} reads that list. */
public final class NodeTable {

    /** The first line of every answer, which tells {@code divvy up} from anything else that listens. */
    public static final String GREETING = "divvy up";

    private static final Pattern ROW = Pattern.compile("(\\S+) pid (\\d{1,18}) (up|gone) at (\\S+)");

    private NodeTable() {}

    static String row(String name, long pid, boolean alive, String listen) {
        return name + " pid " + pid + " " + (alive ? "up" : "gone") + " at " + listen;
    }

    /** Returns the nodes in these lines; a line that lists none is left out. */
    public static List<NodeRow> rows(List<String> lines) {
        return lines.stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new NodeRow(
                        row.group(1),
                        "",
                        row.group(3).equals("gone") ? NodeRow.GONE : "STARTING",
                        row.group(4),
                        0,
                        "",
                        Long.parseLong(row.group(2))))
                .toList();
    }
}
