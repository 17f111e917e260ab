package dev.divvy.outbox;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tokens that an instance was given by its configuration. They are the units of a group of their own, so that instances with the same tokens
 * share them safely.
 */
record ConfiguredTokens(Group group) {

    static ConfiguredTokens of(String group, Tokens tokens, String ranges) {
        Runs runs = parse(tokens, ranges);
        List<String> names =
                Arrays.stream(runs.pieces()).mapToObj(Integer::toString).toList();
        return new ConfiguredTokens(Group.of(group + " pieces " + runs + " of " + tokens.count(), Units.of(names)));
    }

    private static Runs parse(Tokens tokens, String ranges) {
        int[] pieces = Arrays.stream(ranges.split(",", -1))
                .flatMapToInt(range -> piecesOf(tokens, ranges, range.strip()))
                .sorted()
                .distinct()
                .toArray();
        return Runs.ofPieces(pieces);
    }

    private static IntStream piecesOf(Tokens tokens, String all, String range) {
        String[] ends = range.split("-", 2);
        int first = tokens.indexOf(ends[0].strip());
        int last = tokens.indexOf(ends[ends.length - 1].strip());
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("pieces \"" + all + "\": \"" + range
                    + "\" is no range of the tokens 0 to " + (tokens.count() - 1) + "; write 0-127 or 3,5-7");
        }
        return IntStream.rangeClosed(first, last);
    }
}
