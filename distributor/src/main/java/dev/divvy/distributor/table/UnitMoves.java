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
 * The units that differ in their owners between two tables.
 *
 * @param units the moves by unit; only units that moved
 */
public record UnitMoves(NavigableMap<String, Move> units) {

    /** The services that lost a unit and those that gained it. */
    public record Move(SortedSet<String> lost, SortedSet<String> gained) {

        Move() {
            this(new TreeSet<>(), new TreeSet<>());
        }
    }

    static UnitMoves between(AssignmentTable before, AssignmentTable after) {
        NavigableMap<String, Move> moves = new TreeMap<>();
        Map<String, Set<String>> unitsAfter = new HashMap<>();
        after.fields().forEach((service, text) -> {
            if (!text.equals(before.fields().get(service))) {
                Set<String> now = new HashSet<>(AssignmentTable.units(text));
                unitsAfter.put(service, now);
                Set<String> then = new HashSet<>(before.unitsOf(service));
                now.stream()
                        .filter(unit -> !then.contains(unit))
                        .forEach(unit -> moveOf(moves, unit).gained().add(service));
            }
        });
        before.fields().forEach((service, text) -> {
            if (!text.equals(after.fields().get(service))) {
                Set<String> now = unitsAfter.getOrDefault(service, Set.of());
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

    /** Returns how many units went from one service to another. */
    public int moved() {
        return count(move -> !move.lost().isEmpty() && !move.gained().isEmpty());
    }

    /** Returns how many units without an owner got one. */
    public int assigned() {
        return count(move -> move.lost().isEmpty());
    }

    /** Returns how many units lost their owner and got no other. */
    public int unassigned() {
        return count(move -> move.gained().isEmpty());
    }

    private int count(java.util.function.Predicate<Move> kind) {
        return (int) units.values().stream().filter(kind).count();
    }
}
