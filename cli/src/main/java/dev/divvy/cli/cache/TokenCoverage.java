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
 * @param total how many tokens there are
 * @param missing those that nobody owns
 * @param twice those that more than one owns
 */
public record TokenCoverage(int total, List<Integer> missing, List<Integer> twice) {

    private static final Pattern RUN = Pattern.compile("([0-9]{1,8})(?:-([0-9]{1,8}))?");
    private static final int MOST_SHOWN = 10;

    public TokenCoverage {
        missing = List.copyOf(missing);
        twice = List.copyOf(twice);
    }

    /**
     * What these own among themselves.
     *
     * @param atLeast so many tokens there are, even if the last of them have no owner
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

    /** The tokens in runs such as {@code 0-99 200}; what is no run is left out. */
    private static IntStream tokens(String runs) {
        return RUN.matcher(runs).results().flatMapToInt(run -> {
            int first = Integer.parseInt(run.group(1));
            return IntStream.rangeClosed(first, run.group(2) == null ? first : Integer.parseInt(run.group(2)));
        });
    }

    public boolean isExact() {
        return total > 0 && missing.isEmpty() && twice.isEmpty();
    }

    /** As one line. */
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
