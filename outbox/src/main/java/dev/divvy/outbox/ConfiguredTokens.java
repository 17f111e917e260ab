package dev.divvy.outbox;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.status.GroupStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Tokens that processors were given by their configuration: the only ones that they own. */
final class ConfiguredTokens {

    private ConfiguredTokens() {}

    /** Returns the tokens that this text names. */
    static Runs parse(Tokens tokens, String ranges) {
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

    /** Returns what is probably a mistake in the configuration, each in a sentence: tokens that no processor may own, and different sets that overlap. */
    static List<String> problems(Allocation allocation) {
        List<String> problems = new ArrayList<>();
        Runs gap = GroupStatus.uncovered(allocation);
        if (!gap.isEmpty()) {
            problems.add("the tokens " + gap + " belong to no processor, and their events wait: every processor has"
                    + " pieces of its own, and none has these; start one with them, or one without pieces");
        }
        List<Member> restricted = allocation.roster().members().stream()
                .filter(member -> member.restriction().isPresent())
                .toList();
        for (int index = 0; index < restricted.size(); index++) {
            overlap(restricted.get(index), restricted.subList(0, index)).ifPresent(problems::add);
        }
        return problems;
    }

    private static Optional<String> overlap(Member member, List<Member> others) {
        Runs only = member.restriction().orElse(Runs.NONE);
        return others.stream()
                .filter(other -> {
                    Runs set = other.restriction().orElse(Runs.NONE);
                    return !set.equals(only) && !set.and(only).isEmpty();
                })
                .findFirst()
                .map(other -> {
                    Runs set = other.restriction().orElse(Runs.NONE);
                    return "the processors " + other.id() + " (" + set + ") and " + member.id() + " (" + only
                            + ") were both given the tokens " + set.and(only)
                            + "; each of these has one owner, but the sets should be equal or apart";
                });
    }
}
