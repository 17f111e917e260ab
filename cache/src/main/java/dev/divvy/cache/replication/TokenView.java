package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import java.util.Optional;
import java.util.Set;

/**
 * One token in one sighting of the board.
 *
 * @param owner the owner by the record; empty when it has none
 * @param since the epoch since which the owner has it
 * @param copies the incarnations that shall keep a copy
 * @param heirs the incarnations that may still have its entries and were not told to forget them
 * @param releasing whether this node has lost the token and not yet acknowledged that
 * @param presence the incarnations on the board
 */
record TokenView(
        long epoch,
        Optional<Incarnation> owner,
        long since,
        Set<Incarnation> copies,
        Set<Incarnation> heirs,
        boolean releasing,
        Presence presence) {

    /**
     * The incarnations on the board in one sighting; shared by the views of all tokens.
     *
     * @param eligible the number of those that may own tokens
     */
    record Presence(Set<Incarnation> incarnations, int eligible) {

        boolean has(Incarnation incarnation) {
            return incarnations.contains(incarnation);
        }
    }

    /** The view of a node that has not seen the board yet. */
    static final TokenView NONE =
            new TokenView(0, Optional.empty(), 0, Set.of(), Set.of(), false, new Presence(Set.of(), 0));

    boolean isOwner(Incarnation incarnation) {
        return owner.isPresent() && owner.get().equals(incarnation);
    }

    /** Whether an incarnation may have the token's entries, by the record. */
    boolean lists(Incarnation incarnation) {
        return isOwner(incarnation) || copies.contains(incarnation) || heirs.contains(incarnation);
    }
}
