package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.replication.Heirs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Renumbers an allocation to another set of pieces: removed pieces are dropped, new pieces have no owner yet, the others stay at their
 * owners. Units are added and removed; tokens can be split.
 *
 * <p>A new unit may have existed before, and an incarnation that lost it then may not have released it yet. Since removed pieces are
 * dropped, a new unit waits for every incarnation that has not acknowledged the last epoch; when all members are up to date it waits for
 * none.
 */
final class Renumbering {

    private Renumbering() {}

    static Allocation of(Allocation old, Pieces pieces, Acknowledgements acknowledgements) {
        if (pieces.equals(old.pieces())) {
            return old;
        }
        int[] places = pieces.placesOf(old.pieces());
        int split = pieces.splitOf(old.pieces());
        int depth = old.holders().copies().depth();
        int[] before = old.division().owners();
        int[] owners = new int[pieces.count()];
        int[] copies = new int[pieces.count() * depth];
        Arrays.fill(owners, Division.NO_MEMBER);
        Arrays.fill(copies, Division.NO_MEMBER);
        List<Releaser> behind = acknowledgements.behind(old.epoch()).stream()
                .map(incarnation -> new Releaser(incarnation, old.epoch()))
                .toList();
        Tenure added = Tenure.neverOwned(old.epoch()).withReleasers(behind);
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
        Holders holders = new Holders(
                Division.ofOwners(old.roster().size(), owners),
                tenures.done(),
                Copies.of(depth, copies),
                heirs(old.holders().heirs(), pieces.count(), places, split));
        return new Allocation(old.version(), pieces, old.roster(), old.directives(), holders, old.history());
    }

    /** Returns the heirs after renumbering: parts of a split token keep those of the token; new pieces have none. */
    private static Heirs heirs(Heirs old, int count, int[] places, int split) {
        if (old.isEmpty()) {
            return old;
        }
        List<List<Incarnation>> byPiece = new ArrayList<>(Collections.nCopies(count, List.of()));
        for (int piece = 0; piece < places.length; piece++) {
            for (int part = 0; part < split && places[piece] >= 0; part++) {
                byPiece.set(places[piece] + part, old.of(piece));
            }
        }
        return Heirs.of(byPiece);
    }
}
