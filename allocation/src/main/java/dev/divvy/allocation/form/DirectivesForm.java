package dev.divvy.allocation.form;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.support.Names;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The directives: how the group is at rest, the sum of 1 when suspended and 2 when there is an exclusive job, followed by the life
 * of that job if there is one; the names of the pinned pieces, and whose each is; which members have a weight from an operator, and
 * what it is.
 */
final class DirectivesForm {

    private static final int SUSPENDED = 1;
    private static final int EXCLUSIVE = 2;

    private DirectivesForm() {}

    static void write(FormWriter out, Directives directives, Lives lives) {
        out.number((directives.suspended() ? SUSPENDED : 0)
                + (directives.exclusive().isPresent() ? EXCLUSIVE : 0));
        directives.exclusive().ifPresent(life -> out.number(lives.indexOf(life)));
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

    static Directives read(FormReader in, Rows<String> ids, Rows<Incarnation> lives) {
        int start = in.offset();
        int rest = in.upTo(SUSPENDED + EXCLUSIVE, "how the group is at rest");
        boolean suspended = (rest & SUSPENDED) != 0;
        Optional<Incarnation> exclusive = (rest & EXCLUSIVE) == 0
                ? Optional.empty()
                : Optional.of(lives.use(in.upTo(lives.size() - 1, "the life of the exclusive job")));
        NavigableMap<String, String> pins = pins(in, ids);
        NavigableMap<String, Integer> weights = weights(in, ids);
        return in.build(start, () -> new Directives(pins, weights, suspended, exclusive));
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
