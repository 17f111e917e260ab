package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jline.utils.Levenshtein;

/** The commands of the shell. */
enum ShellVerb {
    FILL("I N", "write N keys through node I: k_I_1 to k_I_N, with the values 1 to N"),
    STAT("[I]", "count the entries of each node, or of node I"),
    SUM("", "count the entries of all nodes together"),
    GET("I KEY", "read a key through node I"),
    PUT("I KEY VALUE", "write a key through node I"),
    DELETE("I KEY", "delete a key through node I"),
    KILL("I", "kill node I: its entries are lost"),
    STOP("I", "stop node I: it hands over its entries first"),
    START("I", "start node I again, or a new node with the next number"),
    CLUSTER("I", "list the nodes, as node I sees them"),
    TOKENS("I", "list the tokens of each node, as node I sees them", "get_tokens"),
    CHECK("I", "check that every token is owned exactly once, as node I sees it", "check_tokens"),
    COUNTERS("I", "show the internal counters of node I"),
    WHY("KEY", "explain which node owns a key, and why"),
    PLAN("leave I", "show what would move if node I left"),
    HELP("", "show this list", "?"),
    EXIT("", "leave the shell; the nodes keep running", "quit");

    private static final int MAX_DISTANCE = 2;

    /** The arguments as the usage shows them; one in brackets is optional. */
    private final String arguments;

    private final String meaning;

    /** Another name; empty when there is none. */
    private final String alias;

    ShellVerb(String arguments, String meaning) {
        this(arguments, meaning, "");
    }

    ShellVerb(String arguments, String meaning, String alias) {
        this.arguments = arguments;
        this.meaning = meaning;
        this.alias = alias;
    }

    /** Returns the verb of a command; fails if it is unknown or the number of arguments is wrong. */
    static ShellVerb of(ShellLine line) {
        String word = line.word().toLowerCase(Locale.ROOT);
        ShellVerb verb = Arrays.stream(values())
                .filter(known ->
                        !word.isEmpty() && List.of(known.word(), known.alias).contains(word))
                .findFirst()
                .orElseThrow(() -> Failure.failed(
                        "there is no command '" + line.word() + "'" + nearest(word) + "; help lists the commands"));
        if (!verb.takes(line.arguments())) {
            throw Failure.failed("usage: " + verb.usage() + " (" + verb.meaning + ")");
        }
        return verb;
    }

    /** Whether the number of arguments fits, and {@code plan} is followed by {@code leave}. */
    private boolean takes(List<String> given) {
        int most = arguments.isEmpty() ? 0 : arguments.split(" ", -1).length;
        int fewest = arguments.startsWith("[") ? 0 : most;
        return given.size() >= fewest
                && given.size() <= most
                && (this != PLAN || given.get(0).equalsIgnoreCase("leave"));
    }

    private static String nearest(String word) {
        return Arrays.stream(values())
                .map(ShellVerb::word)
                .filter(known -> word.length() > MAX_DISTANCE && Levenshtein.distance(known, word) <= MAX_DISTANCE)
                .min(Comparator.comparingInt(known -> Levenshtein.distance(known, word)))
                .map(known -> " (did you mean " + known + "?)")
                .orElse("");
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the first argument is a node. */
    boolean takesNode() {
        return arguments.startsWith("I") || arguments.startsWith("[I");
    }

    String usage() {
        return (word() + " " + arguments).strip();
    }

    String meaning() {
        return meaning;
    }
}
