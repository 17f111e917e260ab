package dev.divvy.distributor.table;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which units change hands between two tables.
 *
 * @param units only those that do
 */
public record UnitMoves(NavigableMap<String, Move> units) {

    /** The services that a unit was taken from, and those that it was given to. */
    public record Move(SortedSet<String> lost, SortedSet<String> gained) {

        Move() {
            this(new TreeSet<>(), new TreeSet<>());
        }
    }

    static UnitMoves between(AssignmentTable before, AssignmentTable after) {
        NavigableMap<String, Move> moves = new TreeMap<>();
        Map<String, Set<String>> said = new HashMap<>();
        after.fields().forEach((service, text) -> {
            if (!text.equals(before.fields().get(service))) {
                Set<String> now = new HashSet<>(AssignmentTable.units(text));
                said.put(service, now);
                Set<String> then = new HashSet<>(before.unitsOf(service));
                now.stream()
                        .filter(unit -> !then.contains(unit))
                        .forEach(unit -> moveOf(moves, unit).gained().add(service));
            }
        });
        before.fields().forEach((service, text) -> {
            if (!text.equals(after.fields().get(service))) {
                Set<String> now = said.getOrDefault(service, Set.of());
                AssignmentTable.units(text).stream()
                        .filter(unit -> !now.contains(unit))
                        .forEach(unit -> moveOf(moves, unit).lost().add(service));
            }
        });
        return new UnitMoves(moves);
    }

    private static Move moveOf(Map<String, Move> moves, String unit) {
        return moves.computeIfAbsent(unit, name -> new Move());
    }

    /** How many units went from one service to another. */
    public int moved() {
        return count(move -> !move.lost().isEmpty() && !move.gained().isEmpty());
    }

    /** How many units that nobody had were given to somebody. */
    public int given() {
        return count(move -> move.lost().isEmpty());
    }

    /** How many units were taken and given to nobody. */
    public int taken() {
        return count(move -> move.gained().isEmpty());
    }

    private int count(java.util.function.Predicate<Move> kind) {
        return (int) units.values().stream().filter(kind).count();
    }
}
