package dev.divvy.allocation.codec;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.support.NameRules;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Encodes the directives: the flags (1 for suspended, 2 for an exclusive job), followed by the incarnation of the exclusive job if there is
 * one; the names of the pinned pieces and the member of each; the members that have a weight from an operator, and these weights.
 */
final class DirectivesCodec {

    private static final int SUSPENDED = 1;
    private static final int EXCLUSIVE = 2;

    private DirectivesCodec() {}

    static void write(BinaryWriter out, Directives directives, IncarnationIndex incarnations) {
        out.number((directives.suspended() ? SUSPENDED : 0)
                + (directives.exclusive().isPresent() ? EXCLUSIVE : 0));
        directives.exclusive().ifPresent(incarnation -> out.number(incarnations.indexOf(incarnation)));
        SortedNames.write(out, directives.pins().keySet());
        ColumnCodec.write(
                out,
                directives.pins().values().stream()
                        .mapToInt(incarnations::indexOf)
                        .toArray());
        int[] weighed = new int[incarnations.ids().size()];
        directives.weights().keySet().forEach(id -> weighed[incarnations.indexOf(id)] = 1);
        ColumnCodec.write(out, weighed);
        ColumnCodec.write(
                out,
                directives.weights().values().stream()
                        .mapToInt(Integer::intValue)
                        .toArray());
    }

    static Directives read(BinaryReader in, IndexedRows<String> ids, IndexedRows<Incarnation> incarnations) {
        int start = in.offset();
        int flags = in.numberUpTo(SUSPENDED + EXCLUSIVE, "the flag byte of the directives");
        boolean suspended = (flags & SUSPENDED) != 0;
        Optional<Incarnation> exclusive = (flags & EXCLUSIVE) == 0
                ? Optional.empty()
                : Optional.of(incarnations.use(
                        in.numberUpTo(incarnations.size() - 1, "the incarnation of the exclusive job")));
        NavigableMap<String, String> pins = pins(in, ids);
        NavigableMap<String, Integer> weights = weights(in, ids);
        return in.build(start, () -> new Directives(pins, weights, suspended, exclusive));
    }

    private static NavigableMap<String, String> pins(BinaryReader in, IndexedRows<String> ids) {
        List<String> pieces = SortedNames.read(in, Pieces.MOST, NameRules.LONGEST_UNIT, "pinned pieces");
        int[] members = ColumnCodec.read(in, pieces.size(), ids.size(), "the members of the pins");
        NavigableMap<String, String> pins = new TreeMap<>();
        for (int pin = 0; pin < members.length; pin++) {
            pins.put(pieces.get(pin), ids.use(members[pin]));
        }
        return pins;
    }

    private static NavigableMap<String, Integer> weights(BinaryReader in, IndexedRows<String> ids) {
        int[] weighed = ColumnCodec.read(in, ids.size(), 2, "the members with a weight from an operator");
        int[] weight =
                ColumnCodec.read(in, Arrays.stream(weighed).sum(), Member.HEAVIEST + 1, "the weights from an operator");
        NavigableMap<String, Integer> weights = new TreeMap<>();
        for (int id = 0, next = 0; id < weighed.length; id++) {
            if (weighed[id] == 1) {
                weights.put(ids.use(id), weight[next++]);
            }
        }
        return weights;
    }
}
