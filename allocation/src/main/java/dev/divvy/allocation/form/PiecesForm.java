package dev.divvy.allocation.form;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.allocation.support.Names;
import java.util.List;

/** The pieces: the code of the tokens' hash and their count; or 0 and the names of the units. */
final class PiecesForm {

    private static final int UNITS = 0;

    private PiecesForm() {}

    static void write(FormWriter out, Pieces pieces) {
        if (pieces instanceof Tokens tokens) {
            out.octet(Codes.of(tokens.rule()));
            out.number(tokens.count());
        } else {
            out.octet(UNITS);
            SortedNames.write(out, ((Units) pieces).names());
        }
    }

    static Pieces read(FormReader in) {
        int start = in.offset();
        int kind = in.octet("the kind of pieces");
        if (kind == UNITS) {
            List<String> names = SortedNames.read(in, Pieces.MOST, Names.LONGEST_UNIT, "units");
            return in.build(start, () -> Units.of(names));
        }
        KeyHash hash = Codes.keyHash(kind, start);
        int count = in.upTo(Pieces.MOST, "the number of tokens");
        return in.build(start, () -> new Tokens(count, hash));
    }
}
