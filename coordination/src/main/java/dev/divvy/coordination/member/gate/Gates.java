package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gates of all held pieces, by the numbers of one set of pieces. Immutable; readers look at one while the next is made. */
public final class Gates {

    private final Pieces pieces;
    private final @Nullable Gate[] at;

    private Gates(Pieces pieces, @Nullable Gate[] at) {
        this.pieces = pieces;
        this.at = at;
    }

    public static Gates none(Pieces pieces) {
        return new Gates(pieces, new Gate[pieces.count()]);
    }

    public Pieces pieces() {
        return pieces;
    }

    @Nullable
    public Gate of(int piece) {
        return at[piece];
    }

    public Gates with(List<Gate> gates) {
        @Nullable Gate[] next = at.clone();
        for (Gate gate : gates) {
            next[pieces.indexOf(gate.piece())] = gate;
        }
        return new Gates(pieces, next);
    }

    public Gates without(Runs lost) {
        @Nullable Gate[] next = at.clone();
        lost.forEach(piece -> next[piece] = null);
        return new Gates(pieces, next);
    }

    /** The same gates where they are in another set of pieces. */
    public Gates over(Pieces others) {
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
            Gate gate = at[piece];
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
