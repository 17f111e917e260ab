package dev.divvy.cli.cache;

import dev.divvy.cli.options.HostPort;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/**
 * A node as another node describes it.
 *
 * @param listen the address for clients
 * @param tokens the number of tokens that it owns
 * @param runs the tokens that it owns, such as {@code 0-99 200-299}
 * @param pid the pid on its own machine; 0 when it is not known
 */
public record NodeRow(String name, String state, String listen, int tokens, String runs, long pid) {

    public static final String RUNNING = "RUNNING";
    public static final String GONE = "GONE";

    private static final Pattern LINE = Pattern.compile("(\\S+) pid (\\d{1,18}) ([A-Z]+) at (\\S+)");

    /** Returns the nodes in a reply, in its order. */
    public static List<NodeRow> all(NodeReply nodes) {
        return nodes.parts().stream().map(part -> of(part.fields())).toList();
    }

    /** Parses lines in the format of {@link #line}; any other line is skipped. */
    public static List<NodeRow> listed(List<String> lines) {
        return lines.stream()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line ->
                        new NodeRow(line.group(1), line.group(3), line.group(4), 0, "", Long.parseLong(line.group(2))))
                .toList();
    }

    /** Returns the line with which {@code divvy up} lists a node that it has started. */
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

    private static long number(String text) {
        return text.matches("-?[0-9]{1,18}") ? Long.parseLong(text) : 0;
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

    /** Returns the address for clients; throws a {@link TypeConversionException} if the node announces something else. */
    public InetSocketAddress address() {
        return new HostPort().convert(listen);
    }

    /** Returns the number at the end of its name; -1 if there is none. */
    public int number() {
        String digits = name.replaceFirst("^.*?([0-9]*)$", "$1");
        return digits.isEmpty() || digits.length() > 9 ? -1 : Integer.parseInt(digits);
    }

    /** Returns the number at the end of its name, or the name if there is none. */
    public String shortName() {
        return number() < 0 ? name : Integer.toString(number());
    }

    public static String names(List<NodeRow> nodes) {
        return nodes.stream().map(NodeRow::name).collect(Collectors.joining(", "));
    }
}
