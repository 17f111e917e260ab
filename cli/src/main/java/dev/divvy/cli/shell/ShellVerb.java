package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jline.utils.Levenshtein;

/** The commands of the shell. */
enum ShellVerb {
    FILL("I N", "writes N keys through node I: k_I_1 to k_I_N, with the values 1 to N"),
    STAT("[I]", "entries of each node, or of node I"),
    SUM("", "entries of all nodes together"),
    GET("I KEY", "asks node I for a value"),
    PUT("I KEY VALUE", "gives node I a value"),
    DELETE("I KEY", "lets node I delete a key"),
    KILL("I", "ends node I by force: its entries are lost"),
    STOP("I", "lets node I leave: it hands everything over first"),
    START("I", "starts node I again, or a new one with the next number"),
    CLUSTER("I", "the nodes, as node I sees them"),
    TOKENS("I", "who owns which tokens, as node I sees it", "get_tokens"),
    CHECK("I", "whether every token is owned exactly once, as node I sees it", "check_tokens"),
    INSIDE("I", "what node I has inside"),
    WHY("KEY", "who owns a key, and why"),
    PLAN("leave I", "what would move if node I left"),
    HELP("", "this list", "?"),
    EXIT("", "leaves the shell; the nodes go on", "quit");

    private static final int NEAR = 2;

    /** The arguments, as they are written; one in brackets may be left out. */
    private final String arguments;

    private final String meaning;

    /** Another word for it; empty when there is none. */
    private final String alias;

    ShellVerb(String arguments, String meaning) {
        this(arguments, meaning, "");
    }

    ShellVerb(String arguments, String meaning, String alias) {
        this.arguments = arguments;
        this.meaning = meaning;
        this.alias = alias;
    }

    /** Returns the command that a phrase asks for, which has as many arguments as the command takes. */
    static ShellVerb of(ShellLine phrase) {
        String word = phrase.word().toLowerCase(Locale.ROOT);
        ShellVerb verb = Arrays.stream(values())
                .filter(known ->
                        !word.isEmpty() && List.of(known.word(), known.alias).contains(word))
                .findFirst()
                .orElseThrow(() -> Failure.failed(
                        "there is no command '" + phrase.word() + "'" + nearest(word) + "; help lists them"));
        if (!verb.takes(phrase.arguments())) {
            throw Failure.failed("write it as: " + verb.usage() + " (" + verb.meaning + ")");
        }
        return verb;
    }

    /** Whether there are as many as it takes, and the word where one is written. */
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
                .filter(known -> word.length() > NEAR && Levenshtein.distance(known, word) <= NEAR)
                .min(Comparator.comparingInt(known -> Levenshtein.distance(known, word)))
                .map(known -> " (did you mean " + known + "?)")
                .orElse("");
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its first argument is a node. */
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
