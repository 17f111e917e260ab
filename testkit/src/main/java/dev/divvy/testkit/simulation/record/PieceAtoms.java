package dev.divvy.testkit.simulation.record;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.testkit.simulation.Scenario;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * The smallest parts of pieces, as the 64 bits of a long, so that sets of pieces can be compared however they are numbered: a unit is
 * always one atom, a token is as many as it can be split into.
 */
public final class PieceAtoms {

    private final NavigableMap<String, Integer> units = new TreeMap<>();

    /** Assigns atoms to the initial pieces and then to units that may be added later. */
    public PieceAtoms(Pieces first, List<String> later) {
        if (first instanceof Units given) {
            given.names().forEach(this::name);
            later.forEach(this::name);
        }
    }

    private void name(String unit) {
        if (units.size() < Scenario.MOST_PIECES) {
            units.putIfAbsent(unit, units.size());
        }
    }

    /** Returns all units that may ever exist, in order. */
    public List<String> units() {
        return List.copyOf(units.keySet());
    }

    /** Returns the names of these atoms: units by name; for tokens, the numbers of the parts out of {@value Scenario#MOST_PIECES}. */
    public String names(long atoms) {
        List<Integer> set = LongStream.iterate(atoms, left -> left != 0, left -> left & (left - 1))
                .mapToObj(Long::numberOfTrailingZeros)
                .toList();
        return units.isEmpty()
                ? "of the tokens, split into " + Scenario.MOST_PIECES + ", " + set
                : units.entrySet().stream()
                        .filter(unit -> set.contains(unit.getValue()))
                        .map(Map.Entry::getKey)
                        .toList()
                        .toString();
    }

    public long of(Pieces pieces, int piece) {
        if (pieces instanceof Tokens) {
            int width = Scenario.MOST_PIECES / pieces.count();
            return (width == Scenario.MOST_PIECES ? -1L : (1L << width) - 1) << (piece * width);
        }
        Integer atom = units.get(pieces.name(piece));
        if (atom == null) {
            throw new IllegalStateException("unit " + pieces.name(piece) + " is not simulated");
        }
        return 1L << atom;
    }

    /** Returns the piece that an atom is part of, or -1. */
    public int pieceOf(Pieces pieces, int atom) {
        if (pieces instanceof Tokens) {
            return atom * pieces.count() / Scenario.MOST_PIECES;
        }
        return units.entrySet().stream()
                .filter(unit -> unit.getValue() == atom)
                .mapToInt(unit -> pieces.indexOf(unit.getKey()))
                .findFirst()
                .orElse(-1);
    }

    public long of(Pieces pieces, Runs runs) {
        long all = 0;
        for (int run = 0; run < runs.size(); run++) {
            for (int piece = runs.first(run); piece <= runs.last(run); piece++) {
                all |= of(pieces, piece);
            }
        }
        return all;
    }
}
