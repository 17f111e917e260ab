package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What operators and exclusive jobs ask of a group. Pins and weights name pieces and members that need not exist now: they apply when they do.
 *
 * @param pins by the name of the piece, the member that it belongs to. A pin rests while that member is away or draining
 * @param weights by member id, the weight that counts instead of the member's own
 * @param suspended nobody owns anything: the operators' own switch
 * @param exclusive the life of the member that runs an exclusive job, or waits to run it; meanwhile nobody owns anything
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

    /** The member's own weight counts again. */
    public Directives unweigh(String member) {
        NavigableMap<String, Integer> next = sorted(weights);
        next.remove(member);
        return new Directives(pins, next, suspended, exclusive);
    }

    public Directives suspend(boolean now) {
        return new Directives(pins, weights, now, exclusive);
    }

    /** The group is at rest for an exclusive job of this life, whichever job there was before. */
    public Directives exclusive(Incarnation life) {
        return new Directives(pins, weights, suspended, Optional.of(life));
    }

    /** No exclusive job: the group shares its pieces again, unless it is suspended. */
    public Directives shared() {
        return new Directives(pins, weights, suspended, Optional.empty());
    }

    /** Nobody owns anything: the group is suspended, or there is an exclusive job. */
    public boolean atRest() {
        return suspended || exclusive.isPresent();
    }

    /** The roster with the weights that count: this page's over the members' own, and 0 for all while at rest. */
    public Roster applyTo(Roster roster) {
        if (!atRest() && weights.isEmpty()) {
            return roster;
        }
        return roster.map(
                member -> member.withWeight(atRest() ? 0 : weights.getOrDefault(member.id(), member.weight())));
    }

    /** A copy in the natural order of the keys, whatever order the given map had. */
    private static <V> NavigableMap<String, V> sorted(SortedMap<String, V> map) {
        NavigableMap<String, V> copy = new TreeMap<>();
        copy.putAll(map);
        return copy;
    }
}
