package dev.divvy.coordination;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.hash.HashRange;
import java.util.List;

/**
 * Some pieces of one member, told at one moment.
 *
 * @param pieces the set that they are of
 */
public record Portion(Pieces pieces, List<Holding> holdings) {

    public Portion {
        holdings = List.copyOf(holdings);
    }

    public int count() {
        return holdings.size();
    }

    public boolean isEmpty() {
        return holdings.isEmpty();
    }

    public List<String> names() {
        return holdings.stream().map(Holding::piece).toList();
    }

    /** The same pieces as few contiguous ranges of their numbers. */
    public Runs runs() {
        return Runs.ofPieces(holdings.stream()
                .mapToInt(holding -> pieces.indexOf(holding.piece()))
                .toArray());
    }

    /** The hashes of these tokens: what a SQL reader turns into one BETWEEN each. */
    public List<HashRange> ranges() {
        if (pieces instanceof Tokens tokens) {
            return tokens.rangesOf(runs());
        }
        throw new IllegalStateException("only tokens are ranges of a hash, not " + pieces);
    }
}
