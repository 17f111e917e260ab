package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The requests of operators and exclusive jobs to a group. Pins and weights may name pieces and members that do not exist yet; they apply
 * as soon as these exist.
 *
 * @param pins by the name of the piece, the member that must own it; a pin has no effect while that member is away, draining, or restricted
 *     to other pieces
 * @param weights by member id, the weight that overrides the member's own
 * @param suspended whether an operator suspended the group: no piece has an owner
 * @param exclusive the incarnation that runs an exclusive job or waits to run it; meanwhile no piece has an owner
 */
public record Directives(
        NavigableMap<String, String> pins,
        NavigableMap<String, Integer> weights,
        boolean suspended,
        Optional<Incarnation> exclusive) {

    public static final Directives NONE = new Directives(new TreeMap<>(), new TreeMap<>(), false, Optional.empty());

    public Directives {
        pins = Collections.unmodifiableNavigableMap(sorted(pins));
        weights = Collections.unmodifiableNavigableMap(sorted(weights));
        if (pins.size() > Pieces.MOST) {
            throw new IllegalArgumentException(pins.size() + " pins are too many; the most is " + Pieces.MOST);
        }
        if (weights.size() > Roster.MOST) {
            throw new IllegalArgumentException(weights.size() + " weights are too many; the most is " + Roster.MOST);
        }
        NameRules.checkTogether("names of pinned pieces", pins.keySet());
        pins.forEach((piece, member) -> {
            NameRules.check("pinned piece", piece, NameRules.LONGEST_UNIT);
            NameRules.check("member id of a pin", member, NameRules.LONGEST);
        });
        weights.forEach((member, weight) -> {
            NameRules.check("member id of a weight", member, NameRules.LONGEST);
            Member.checkWeight(member, weight);
        });
    }

    public Directives pin(String piece, String member) {
        NavigableMap<String, String> next = sorted(pins);
        next.put(piece, member);
        return new Directives(next, weights, suspended, exclusive);
    }

    public Directives unpin(String piece) {
        NavigableMap<String, String> next = sorted(pins);
        next.remove(piece);
        return new Directives(next, weights, suspended, exclusive);
    }

    public Directives weigh(String member, int weight) {
        NavigableMap<String, Integer> next = sorted(weights);
        next.put(member, weight);
        return new Directives(pins, next, suspended, exclusive);
    }

    /** Removes the operator's weight: the member's own counts again. */
    public Directives unweigh(String member) {
        NavigableMap<String, Integer> next = sorted(weights);
        next.remove(member);
        return new Directives(pins, next, suspended, exclusive);
    }

    public Directives suspend(boolean suspend) {
        return new Directives(pins, weights, suspend, exclusive);
    }

    /** Puts the group at rest for an exclusive job of this incarnation, in place of any other job. */
    public Directives exclusive(Incarnation incarnation) {
        return new Directives(pins, weights, suspended, Optional.of(incarnation));
    }

    /** Removes the exclusive job: the group divides its pieces again, unless it is suspended. */
    public Directives withoutExclusive() {
        return new Directives(pins, weights, suspended, Optional.empty());
    }

    /** Whether no piece may have an owner: the group is suspended, or there is an exclusive job. */
    public boolean atRest() {
        return suspended || exclusive.isPresent();
    }

    /** Returns the roster with the weights that count: the operators' weights override the members' own, and all are 0 while at rest. */
    public Roster applyTo(Roster roster) {
        if (!atRest() && weights.isEmpty()) {
            return roster;
        }
        return roster.map(
                member -> member.withWeight(atRest() ? 0 : weights.getOrDefault(member.id(), member.weight())));
    }

    /** Returns a copy in the natural order of the keys, whatever the order of the given map. */
    private static <V> NavigableMap<String, V> sorted(SortedMap<String, V> map) {
        NavigableMap<String, V> copy = new TreeMap<>();
        copy.putAll(map);
        return copy;
    }
}
