package dev.divvy.allocation.form;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Names;
import dev.divvy.allocation.Pieces;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The directives: 1 when suspended, else 0; the names of the pinned pieces, and whose each is; which members have a weight from an
 * operator, and what it is.
 */
final class DirectivesForm {

    private DirectivesForm() {}

    static void write(FormWriter out, Directives directives, Lives lives) {
        out.number(directives.suspended() ? 1 : 0);
        SortedNames.write(out, directives.pins().keySet());
        Column.write(
                out,
                directives.pins().values().stream().mapToInt(lives::indexOf).toArray());
        int[] weighed = new int[lives.ids().size()];
        directives.weights().keySet().forEach(id -> weighed[lives.indexOf(id)] = 1);
        Column.write(out, weighed);
        Column.write(
                out,
                directives.weights().values().stream()
                        .mapToInt(Integer::intValue)
                        .toArray());
    }

    static Directives read(FormReader in, Rows<String> ids) {
        int start = in.offset();
        boolean suspended = in.upTo(1, "whether the group is suspended") == 1;
        NavigableMap<String, String> pins = pins(in, ids);
        NavigableMap<String, Integer> weights = weights(in, ids);
        return in.build(start, () -> new Directives(pins, weights, suspended));
    }

    private static NavigableMap<String, String> pins(FormReader in, Rows<String> ids) {
        List<String> pieces = SortedNames.read(in, Pieces.MOST, Names.LONGEST_UNIT, "pinned pieces");
        int[] members = Column.read(in, pieces.size(), ids.size(), "the members of the pins");
        NavigableMap<String, String> pins = new TreeMap<>();
        for (int pin = 0; pin < members.length; pin++) {
            pins.put(pieces.get(pin), ids.use(members[pin]));
        }
        return pins;
    }

    private static NavigableMap<String, Integer> weights(FormReader in, Rows<String> ids) {
        int[] weighed = Column.read(in, ids.size(), 2, "the members with a weight from an operator");
        int[] weight =
                Column.read(in, Arrays.stream(weighed).sum(), Member.HEAVIEST + 1, "the weights from an operator");
        NavigableMap<String, Integer> weights = new TreeMap<>();
        for (int id = 0, next = 0; id < weighed.length; id++) {
            if (weighed[id] == 1) {
                weights.put(ids.use(id), weight[next++]);
            }
        }
        return weights;
    }
}
