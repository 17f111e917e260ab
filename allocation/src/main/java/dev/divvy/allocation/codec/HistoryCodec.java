package dev.divvy.allocation.codec;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes the history: the number of epochs, and for each the distance from the one before, the members, the pieces moved, the bound, and
 * the causes.
 */
final class HistoryCodec {

    private HistoryCodec() {}

    static void write(BinaryWriter out, List<EpochSummary> history) {
        out.number(history.size());
        long before = 0;
        for (EpochSummary summary : history) {
            out.number(summary.epoch() - before);
            out.number(summary.members());
            out.number(summary.moved());
            out.number(summary.bound());
            out.number(summary.causes().size());
            summary.causes().forEach(out::text);
            before = summary.epoch();
        }
    }

    static List<EpochSummary> read(BinaryReader in) {
        int count = in.numberUpTo(Allocation.LONGEST_HISTORY, "the number of epochs in the history");
        List<EpochSummary> history = new ArrayList<>(count);
        long before = 0;
        for (int i = 0; i < count; i++) {
            int start = in.offset();
            long epoch = in.numberAfter(before, "an epoch of the history");
            int members = in.numberUpTo(Integer.MAX_VALUE, "the members at an epoch");
            int moved = in.numberUpTo(Integer.MAX_VALUE, "the pieces moved at an epoch");
            int bound = in.numberUpTo(Integer.MAX_VALUE, "the bound at an epoch");
            List<String> causes = causes(in);
            history.add(in.build(start, () -> new EpochSummary(epoch, members, moved, bound, causes)));
            before = epoch;
        }
        return history;
    }

    private static List<String> causes(BinaryReader in) {
        int count = in.numberUpTo(EpochSummary.MOST_CAUSES, "the number of causes");
        List<String> causes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            causes.add(in.text("a cause"));
        }
        return causes;
    }
}
