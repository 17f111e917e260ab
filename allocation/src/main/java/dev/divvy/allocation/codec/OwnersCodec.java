package dev.divvy.allocation.codec;

import dev.divvy.allocation.Division;

/** The division: for each piece its owner, counted from 1, with 0 for nobody. A run of pieces of one owner is one run of it. */
final class OwnersCodec {

    private OwnersCodec() {}

    static void write(BinaryWriter out, Division division) {
        int[] owners = division.owners();
        for (int piece = 0; piece < owners.length; piece++) {
            owners[piece] -= Division.NOBODY;
        }
        ColumnCodec.write(out, owners);
    }

    static Division read(BinaryReader in, int pieces, int members) {
        int start = in.offset();
        int[] owners = ColumnCodec.read(in, pieces, members + 1, "the owners");
        for (int piece = 0; piece < pieces; piece++) {
            owners[piece] += Division.NOBODY;
        }
        return in.build(start, () -> Division.ofOwners(members, owners));
    }
}
