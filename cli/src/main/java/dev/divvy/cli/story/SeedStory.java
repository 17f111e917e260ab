package dev.divvy.cli.story;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Seed 000's experiments, step by step: the figures of the document beside what three allocators give. */
public final class SeedStory {

    private static final int KEYS = 5000;
    private static final int TOKENS = 1000;
    private static final int FEW_TOKENS = 10;

    private SeedStory() {}

    public static List<String> tell() {
        List<String> lines = new ArrayList<>();
        lines.addAll(List.of(
                "Seed 000's experiments: a cache on 5 nodes, filled with the 5000 keys k_1_1 to k_1_5000.",
                "\"document\" is what its authors saw. Their hash is not ours: compare the pattern, not the digits.",
                "  useless  entries on a node that does not own their key: memory that nobody will ask for",
                "  missing  keys that their owner has no entry for: a get finds nothing",
                "  changed  keys that the step gave to another node",
                ""));
        lines.addAll(KeysPart.tell(keys()));
        lines.add("");
        lines.addAll(TokensPart.tell(keys(), TOKENS));
        lines.add("");
        lines.addAll(FewTokensPart.tell(keys(), FEW_TOKENS));
        lines.add("");
        lines.addAll(InShort.tell(keys(), TOKENS));
        return lines;
    }

    /** The keys that the seed's {@code fill(1, 5000)} puts. */
    static List<String> keys() {
        return IntStream.rangeClosed(1, KEYS).mapToObj(i -> "k_1_" + i).toList();
    }
}
