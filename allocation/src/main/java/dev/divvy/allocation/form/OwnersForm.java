package dev.divvy.allocation.form;

import dev.divvy.allocation.Division;

/** The division: for each piece its owner, counted from 1, with 0 for nobody. A run of pieces of one owner is one run of it. */
final class OwnersForm {

    private OwnersForm() {}

    static void write(FormWriter out, Division division) {
        int[] owners = division.owners();
        for (int piece = 0; piece < owners.length; piece++) {
            owners[piece] -= Division.NOBODY;
        }
        Column.write(out, owners);
    }

    static Division read(FormReader in, int pieces, int members) {
        int start = in.offset();
        int[] owners = Column.read(in, pieces, members + 1, "the owners");
        for (int piece = 0; piece < pieces; piece++) {
            owners[piece] += Division.NOBODY;
        }
        return in.build(start, () -> Division.ofOwners(members, owners));
    }
}
