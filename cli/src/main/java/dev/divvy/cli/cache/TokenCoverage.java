package dev.divvy.cli.cache;

import dev.divvy.cli.report.Numbers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Whether every token has exactly one owner.
 *
 * @param total the number of tokens
 * @param missing the tokens without an owner
 * @param twice the tokens with more than one owner
 */
public record TokenCoverage(int total, List<Integer> missing, List<Integer> twice) {

    private static final Pattern RUN = Pattern.compile("([0-9]{1,8})(?:-([0-9]{1,8}))?");
    private static final int MOST_SHOWN = 10;

    public TokenCoverage {
        missing = List.copyOf(missing);
        twice = List.copyOf(twice);
    }

    /**
     * Returns the coverage of the tokens by these nodes.
     *
     * @param atLeast the least number of tokens, even if the last of them have no owner
     */
    public static TokenCoverage of(List<NodeRow> nodes, int atLeast) {
        BitSet owned = new BitSet();
        BitSet twice = new BitSet();
        for (NodeRow node : nodes) {
            tokens(node.runs()).forEach(token -> (owned.get(token) ? twice : owned).set(token));
        }
        int total = Math.max(owned.length(), atLeast);
        IntStream missing = IntStream.range(0, total).filter(token -> !owned.get(token));
        return new TokenCoverage(
                total, missing.boxed().toList(), twice.stream().boxed().toList());
    }

    /** Returns the tokens in runs such as {@code 0-99 200}; any other text is skipped. */
    private static IntStream tokens(String runs) {
        return RUN.matcher(runs).results().flatMapToInt(run -> {
            int first = Integer.parseInt(run.group(1));
            return IntStream.rangeClosed(first, run.group(2) == null ? first : Integer.parseInt(run.group(2)));
        });
    }

    public boolean isExact() {
        return total > 0 && missing.isEmpty() && twice.isEmpty();
    }

    /** Returns the coverage as one line. */
    public String shown() {
        if (total == 0) {
            return "no token has an owner";
        }
        if (isExact()) {
            return Numbers.count(total, "token") + ", each owned exactly once";
        }
        List<String> faults = new ArrayList<>();
        if (!missing.isEmpty()) {
            faults.add(missing.size() + " without an owner (" + some(missing) + ")");
        }
        if (!twice.isEmpty()) {
            faults.add(twice.size() + " owned twice (" + some(twice) + ")");
        }
        return "of " + Numbers.count(total, "token") + ", " + String.join(" and ", faults);
    }

    private static String some(List<Integer> tokens) {
        String shown = String.join(
                ", ", tokens.stream().limit(MOST_SHOWN).map(String::valueOf).toList());
        return tokens.size() > MOST_SHOWN ? shown + ", ..." : shown;
    }
}
