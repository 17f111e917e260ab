package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gates of all held pieces, by piece number. Immutable; readers use one while the pulse thread creates the next. */
public final class Gates {

    private final Pieces pieces;
    private final @Nullable Gate[] byPiece;

    private Gates(Pieces pieces, @Nullable Gate[] byPiece) {
        this.pieces = pieces;
        this.byPiece = byPiece;
    }

    public static Gates none(Pieces pieces) {
        return new Gates(pieces, new Gate[pieces.count()]);
    }

    public Pieces pieces() {
        return pieces;
    }

    @Nullable
    public Gate of(int piece) {
        return byPiece[piece];
    }

    public Gates with(List<Gate> gates) {
        @Nullable Gate[] next = byPiece.clone();
        for (Gate gate : gates) {
            next[pieces.indexOf(gate.piece())] = gate;
        }
        return new Gates(pieces, next);
    }

    public Gates without(Runs lost) {
        @Nullable Gate[] next = byPiece.clone();
        lost.forEach(piece -> next[piece] = null);
        return new Gates(pieces, next);
    }

    /** Returns the same gates in the numbering of another set of pieces, without those whose pieces are not in it. */
    public Gates renumbered(Pieces others) {
        if (others.equals(pieces)) {
            return this;
        }
        return none(others)
                .with(all().stream()
                        .filter(gate -> others.indexOf(gate.piece()) >= 0)
                        .toList());
    }

    public List<Gate> among(Runs runs) {
        List<Gate> found = new ArrayList<>(runs.count());
        runs.forEach(piece -> {
            Gate gate = byPiece[piece];
            if (gate != null) {
                found.add(gate);
            }
        });
        return found;
    }

    public List<Gate> all() {
        return among(pieces.all());
    }
}
