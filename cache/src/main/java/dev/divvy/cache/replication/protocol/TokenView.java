package dev.divvy.cache.replication.protocol;

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
 * @param hadOwner whether the token had another owner before
 * @param presence the incarnations on the board
 */
public record TokenView(
        long epoch,
        Optional<Incarnation> owner,
        long since,
        Set<Incarnation> copies,
        Set<Incarnation> heirs,
        boolean releasing,
        boolean hadOwner,
        Presence presence) {

    /**
     * The incarnations on the board in one sighting; shared by the views of all tokens.
     *
     * @param eligible those that may keep copies
     */
    public record Presence(Set<Incarnation> incarnations, Set<Incarnation> eligible) {

        public boolean has(Incarnation incarnation) {
            return incarnations.contains(incarnation);
        }

        /** Returns the number of incarnations that may keep copies of an owner's tokens. */
        int eligibleBeside(Incarnation owner) {
            return eligible.size() - (eligible.contains(owner) ? 1 : 0);
        }
    }

    /** The view of a node that has not seen the board yet. */
    public static final TokenView NONE =
            new TokenView(0, Optional.empty(), 0, Set.of(), Set.of(), false, false, new Presence(Set.of(), Set.of()));

    public boolean isOwner(Incarnation incarnation) {
        return owner.isPresent() && owner.get().equals(incarnation);
    }

    /** Whether the record says the same about the token. */
    boolean hasHoldersOf(TokenView other) {
        return since == other.since
                && releasing == other.releasing
                && owner.equals(other.owner)
                && copies.equals(other.copies)
                && heirs.equals(other.heirs);
    }

    /** Whether all incarnations that may have the token's entries are on the board. */
    boolean areHoldersPresent() {
        Set<Incarnation> present = presence.incarnations();
        return (owner.isEmpty() || present.contains(owner.get()))
                && present.containsAll(copies)
                && present.containsAll(heirs);
    }

    /** Whether an incarnation may have the token's entries, by the record. */
    public boolean lists(Incarnation incarnation) {
        return isOwner(incarnation) || copies.contains(incarnation) || heirs.contains(incarnation);
    }
}
