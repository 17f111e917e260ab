package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the shell can do. */
enum Verb {
    FILL("I N", 2, 2, "writes N keys through node I: k_I_1 to k_I_N, with the values 1 to N"),
    STAT("[I]", 0, 1, "entries of each node, or of node I"),
    SUM("", 0, 0, "entries of all nodes together"),
    GET("I KEY", 2, 2, "asks node I for a value"),
    PUT("I KEY VALUE", 3, 3, "gives node I a value"),
    DELETE("I KEY", 2, 2, "lets node I delete a key"),
    KILL("I", 1, 1, "ends node I by force: its entries are lost"),
    STOP("I", 1, 1, "lets node I leave: it hands everything over first"),
    START("I", 1, 1, "starts node I again, or a new one with the next number"),
    CLUSTER("I", 1, 1, "the nodes, as node I sees them"),
    TOKENS("I", 1, 1, "who owns which tokens, as node I sees it", "get_tokens"),
    CHECK("I", 1, 1, "whether every token is owned exactly once, as node I sees it", "check_tokens"),
    INSIDE("I", 1, 1, "what node I has inside"),
    WHY("KEY", 1, 1, "who owns a key, and why"),
    PLAN("leave I", 2, 2, "what would move if node I left"),
    HELP("", 0, 1, "this list", "?"),
    EXIT("", 0, 0, "leaves the shell; the nodes go on", "quit");

    private static final int NEAR = 2;

    private final String shape;
    private final int fewest;
    private final int most;
    private final String meaning;
    private final String alias;

    Verb(String shape, int fewest, int most, String meaning) {
        this(shape, fewest, most, meaning, "");
    }

    /**
     * One of them.
     *
     * @param shape its arguments, as they are written
     * @param alias another word for it
     */
    Verb(String shape, int fewest, int most, String meaning, String alias) {
        this.shape = shape;
        this.fewest = fewest;
        this.most = most;
        this.meaning = meaning;
        this.alias = alias;
    }

    /** What this phrase asks for, with as many arguments as it takes. */
    static Verb of(Phrase phrase) {
        Verb verb = named(phrase.word())
                .orElseThrow(() -> Failure.failed(
                        "there is no command '" + phrase.word() + "'" + nearest(phrase.word()) + "; help lists them"));
        int given = phrase.arguments().size();
        if (given < verb.fewest || given > verb.most) {
            throw Failure.failed("write it as: " + verb.usage() + " (" + verb.meaning + ")");
        }
        return verb;
    }

    private static Optional<Verb> named(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(verb -> verb.word().equals(lower) || (verb.alias.equals(lower) && !lower.isEmpty()))
                .findFirst();
    }

    private static String nearest(String word) {
        return Arrays.stream(values())
                .map(Verb::word)
                .filter(known -> distance(known, word.toLowerCase(Locale.ROOT)) <= NEAR && word.length() > NEAR)
                .findFirst()
                .map(known -> " (did you mean " + known + "?)")
                .orElse("");
    }

    /** How many letters must be changed, added or left out. */
    private static int distance(String one, String other) {
        int[] last = new int[other.length() + 1];
        Arrays.setAll(last, i -> i);
        for (int i = 1; i <= one.length(); i++) {
            int[] next = new int[other.length() + 1];
            next[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(changed, Math.min(last[j], next[j - 1]) + 1);
            }
            last = next;
        }
        return last[other.length()];
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its first argument is a node. */
    boolean takesNode() {
        return shape.startsWith("I") || shape.startsWith("[I");
    }

    String usage() {
        return (word() + " " + shape).strip();
    }

    String meaning() {
        return meaning;
    }
}
