package dev.divvy.allocation.codec;

import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;

/** Encodes the copies: their number per piece, then for each level the holder of every piece, encoded like owners. */
final class CopiesCodec {

    private CopiesCodec() {}

    static void write(BinaryWriter out, Copies copies, int pieces) {
        out.number(copies.depth());
        int[] level = new int[pieces];
        for (int copy = 0; copy < copies.depth(); copy++) {
            for (int piece = 0; piece < pieces; piece++) {
                level[piece] = copies.holder(piece, copy) - Division.NO_MEMBER;
            }
            ColumnCodec.write(out, level);
        }
    }

    static Copies read(BinaryReader in, int pieces, int members) {
        int start = in.offset();
        int depth = in.numberUpTo(Copies.DEEPEST, "the number of copies");
        int[] holders = new int[pieces * depth];
        for (int copy = 0; copy < depth; copy++) {
            int[] level = ColumnCodec.read(in, pieces, members + 1, "the holders of copies");
            for (int piece = 0; piece < pieces; piece++) {
                holders[piece * depth + copy] = level[piece] + Division.NO_MEMBER;
            }
        }
        return in.build(start, () -> Copies.of(depth, holders));
    }
}
