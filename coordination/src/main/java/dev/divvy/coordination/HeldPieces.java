package dev.divvy.coordination;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.hash.HashRange;
import java.util.List;

/**
 * Pieces that one member holds, gains or loses at one moment.
 *
 * @param pieces the set of pieces that the group divides
 */
public record HeldPieces(Pieces pieces, List<HeldPiece> holdings) {

    public HeldPieces {
        holdings = List.copyOf(holdings);
    }

    public int count() {
        return holdings.size();
    }

    public boolean isEmpty() {
        return holdings.isEmpty();
    }

    public List<String> names() {
        return holdings.stream().map(HeldPiece::piece).toList();
    }

    /** Returns the numbers of these pieces as contiguous runs. */
    public Runs runs() {
        return Runs.ofPieces(holdings.stream()
                .mapToInt(holding -> pieces.indexOf(holding.piece()))
                .toArray());
    }

    /** Returns the hash ranges of these tokens; a SQL query needs one BETWEEN per range. */
    public List<HashRange> ranges() {
        if (pieces instanceof Tokens tokens) {
            return tokens.rangesOf(runs());
        }
        throw new IllegalStateException("only tokens have hash ranges, not " + pieces);
    }
}
