package dev.divvy.allocation.codec;

import dev.divvy.allocation.Division;

/**
 * Encodes the division: for each piece its owner, counted from 1, with 0 for none. Consecutive pieces of one owner are one run of the
 * column.
 */
final class OwnersCodec {

    private OwnersCodec() {}

    static void write(BinaryWriter out, Division division) {
        int[] owners = division.owners();
        for (int piece = 0; piece < owners.length; piece++) {
            owners[piece] -= Division.NO_MEMBER;
        }
        ColumnCodec.write(out, owners);
    }

    static Division read(BinaryReader in, int pieces, int members) {
        int start = in.offset();
        int[] owners = ColumnCodec.read(in, pieces, members + 1, "the owners");
        for (int piece = 0; piece < pieces; piece++) {
            owners[piece] += Division.NO_MEMBER;
        }
        return in.build(start, () -> Division.ofOwners(members, owners));
    }
}
