package dev.divvy.cli.cache;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/**
 * A node as another one tells of it.
 *
 * @param life tells one life of it from the next
 * @param listen where clients ask it
 * @param tokens how many it owns
 * @param runs which, such as {@code 0-99 200-299}
 * @param pid of its process, where it runs; 0 when it is not known
 */
public record NodeRow(String name, String life, String state, String listen, int tokens, String runs, long pid) {

    public static final String RUNNING = "RUNNING";
    public static final String GONE = "GONE";

    /** All that a node tells of, in its order. */
    public static List<NodeRow> all(Reply nodes) {
        return nodes.parts().stream().map(part -> of(part.fields())).toList();
    }

    private static NodeRow of(Map<String, String> fields) {
        return new NodeRow(
                fields.getOrDefault("name", "?"),
                fields.getOrDefault("life", ""),
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
        return new NodeRow(name, life, GONE, listen, 0, "", pid);
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
