package dev.divvy.cli.cache;

import dev.divvy.cli.terminal.HostPort;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/**
 * A node as another one tells of it.
 *
 * @param listen where clients ask it
 * @param tokens how many it owns
 * @param runs which, such as {@code 0-99 200-299}
 * @param pid of its process, where it runs; 0 when it is not known
 */
public record NodeRow(String name, String state, String listen, int tokens, String runs, long pid) {

    public static final String RUNNING = "RUNNING";
    public static final String GONE = "GONE";

    private static final Pattern LINE = Pattern.compile("(\\S+) pid (\\d{1,18}) ([A-Z]+) at (\\S+)");

    /** All that a node tells of, in its order. */
    public static List<NodeRow> all(NodeReply nodes) {
        return nodes.parts().stream().map(part -> of(part.fields())).toList();
    }

    /** Returns the nodes in the lines of {@link #line}; any other line is left out. */
    public static List<NodeRow> listed(List<String> lines) {
        return lines.stream()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line ->
                        new NodeRow(line.group(1), line.group(3), line.group(4), 0, "", Long.parseLong(line.group(2))))
                .toList();
    }

    /** Returns the node as {@code divvy up} lists those that it has started. */
    public String line() {
        return name + " pid " + pid + " " + state + " at " + listen;
    }

    private static NodeRow of(Map<String, String> fields) {
        return new NodeRow(
                fields.getOrDefault("name", "?"),
                fields.getOrDefault("state", "?"),
                fields.getOrDefault("listen", ""),
                (int) number(fields.getOrDefault("tokens", "0")),
                fields.getOrDefault("runs", ""),
                number(fields.getOrDefault("pid", "0")));
    }

    private static long number(String written) {
        return written.matches("-?[0-9]{1,18}") ? Long.parseLong(written) : 0;
    }

    public boolean isGone() {
        return state.equals(GONE);
    }

    public boolean isRunning() {
        return state.equals(RUNNING);
    }

    /** Whether this is the same process of the same node. */
    public boolean isSame(NodeRow other) {
        return name.equals(other.name) && pid == other.pid;
    }

    public NodeRow gone() {
        return new NodeRow(name, GONE, listen, 0, "", pid);
    }

    /** Where clients ask it; a {@link TypeConversionException} when what it announces is no such place. */
    public InetSocketAddress address() {
        return new HostPort().convert(listen);
    }

    /** The number that its name ends in; -1 for a name without. */
    public int number() {
        String digits = name.replaceFirst("^.*?([0-9]*)$", "$1");
        return digits.isEmpty() || digits.length() > 9 ? -1 : Integer.parseInt(digits);
    }

    /** The number that its name ends in, or the name where there is none. */
    public String shortName() {
        return number() < 0 ? name : Integer.toString(number());
    }

    public static String names(List<NodeRow> nodes) {
        return nodes.stream().map(NodeRow::name).collect(Collectors.joining(", "));
    }
}
