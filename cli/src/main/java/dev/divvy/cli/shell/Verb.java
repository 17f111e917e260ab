package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jline.utils.Levenshtein;

/** The commands of the shell. */
enum Verb {
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

    /** The arguments, as they are written; those in brackets may be left out. */
    private final List<String> arguments;

    private final String meaning;
    private final List<String> names;

    Verb(String arguments, String meaning, String... aliases) {
        this.arguments = arguments.isEmpty() ? List.of() : List.of(arguments.split(" "));
        this.meaning = meaning;
        this.names = Stream.concat(Stream.of(word()), Arrays.stream(aliases)).toList();
    }

    /** Returns the command that a phrase asks for, which has as many arguments as the command takes. */
    static Verb of(Phrase phrase) {
        String word = phrase.word().toLowerCase(Locale.ROOT);
        Verb verb = Arrays.stream(values())
                .filter(known -> known.names.contains(word))
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
        long needed = arguments.stream().filter(one -> !one.startsWith("[")).count();
        return given.size() >= needed
                && given.size() <= arguments.size()
                && (this != PLAN || given.get(0).equalsIgnoreCase(arguments.get(0)));
    }

    private static String nearest(String word) {
        return Arrays.stream(values())
                .map(Verb::word)
                .filter(known -> word.length() > NEAR && Levenshtein.distance(known, word) <= NEAR)
                .findFirst()
                .map(known -> " (did you mean " + known + "?)")
                .orElse("");
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns how the first argument is written: a node is {@code I} or {@code [I]}. */
    String firstArgument() {
        return arguments.isEmpty() ? "" : arguments.get(0);
    }

    String usage() {
        return (word() + " " + String.join(" ", arguments)).strip();
    }

    String meaning() {
        return meaning;
    }
}
