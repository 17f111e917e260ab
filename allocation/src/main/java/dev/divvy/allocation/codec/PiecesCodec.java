package dev.divvy.allocation.codec;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.allocation.support.NameRules;
import java.util.List;

/** Encodes the pieces: the code of the tokens' hash and their count; or 0 and the names of the units. */
final class PiecesCodec {

    private static final int UNITS = 0;

    private PiecesCodec() {}

    static void write(BinaryWriter out, Pieces pieces) {
        if (pieces instanceof Tokens tokens) {
            out.octet(EnumCodes.of(tokens.rule()));
            out.number(tokens.count());
        } else {
            out.octet(UNITS);
            SortedNames.write(out, ((Units) pieces).names());
        }
    }

    static Pieces read(BinaryReader in) {
        int start = in.offset();
        int kind = in.octet("the kind of pieces");
        if (kind == UNITS) {
            List<String> names = SortedNames.read(in, Pieces.MOST, NameRules.LONGEST_UNIT, "units");
            return in.build(start, () -> Units.of(names));
        }
        KeyHash hash = EnumCodes.keyHash(kind, start);
        int count = in.numberUpTo(Pieces.MOST, "the number of tokens");
        return in.build(start, () -> new Tokens(count, hash));
    }
}
