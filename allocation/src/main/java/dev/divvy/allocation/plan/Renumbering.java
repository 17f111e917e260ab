package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import java.util.Arrays;
import java.util.List;

/**
 * An allocation told over another set of pieces: what is gone is forgotten, what is new has no owner yet, the rest stays where it
 * is. Units come and go; tokens can be split.
 *
 * <p>A unit that is new may have been here before, and whoever lost it then may still be letting go of it. As what is gone is
 * forgotten, a new unit waits for everyone who has not acknowledged the last epoch; among members that are up to date it waits for
 * nobody.
 */
final class Renumbering {

    private Renumbering() {}

    static Allocation of(Allocation old, Pieces pieces, Acknowledgements witness) {
        if (pieces.equals(old.pieces())) {
            return old;
        }
        int[] places = pieces.placesOf(old.pieces());
        int split = pieces.splitOf(old.pieces());
        int depth = old.holders().copies().depth();
        int[] before = old.division().owners();
        int[] owners = new int[pieces.count()];
        int[] copies = new int[pieces.count() * depth];
        Arrays.fill(owners, Division.NOBODY);
        Arrays.fill(copies, Division.NOBODY);
        List<Releaser> behind = witness.behind(old.epoch()).stream()
                .map(life -> new Releaser(life, old.epoch()))
                .toList();
        Tenure added = Tenure.never(old.epoch()).withReleasers(behind);
        Tenures.Changes tenures = Tenures.all(pieces.count(), added).change();
        for (int piece = 0; piece < places.length; piece++) {
            if (places[piece] >= 0) {
                int first = places[piece];
                int last = first + split - 1;
                Arrays.fill(owners, first, last + 1, before[piece]);
                tenures.set(first, last, old.tenureOf(piece));
                for (int slot = first * depth; slot < (last + 1) * depth; slot++) {
                    copies[slot] = old.holders().copies().holder(piece, slot % depth);
                }
            }
        }
        Holders holders =
                new Holders(Division.ofOwners(old.roster().size(), owners), tenures.done(), Copies.of(depth, copies));
        return new Allocation(old.version(), pieces, old.roster(), old.directives(), holders, old.history());
    }
}
