package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.RecentChanges.Item;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of replication, one method per decision. They keep these laws, in ranked order: every complete replica on the board has every
 * change that a reply has shown; every complete replica on the board is listed in the record; no step except a fault lowers to zero the
 * number of replicas that have everything that a reply has shown; what an owner takes over is empty or has everything ever shown.
 *
 * <p>Tests override single rules, to show that the checks notice the mistake.
 */
public class ReplicationRules {

    private final int backups;

    /** @param backups the number of copies that each token shall have */
    public ReplicationRules(int backups) {
        this.backups = backups;
    }

    /** Returns the number of copies that each token shall have. */
    public int backups() {
        return backups;
    }

    /** R1: a message of a tenure below the promised one changes nothing. */
    boolean isFenced(long tenure, long promised) {
        return tenure < promised;
    }

    /**
     * R1: a newer owner gains the token only after this one released it or was ejected, or after its grace time ended. So its first message
     * ends the older tenure.
     */
    boolean endsTenure(long tenure, long own) {
        return tenure > own;
    }

    /** R1: within one tenure, a message of an earlier conversation comes from a connection that was replaced. */
    boolean isReplaced(long conversation, long current) {
        return conversation != current;
    }

    /** R2: an owner takes over only in the tenure that the record still names, and while its lease runs. */
    boolean mayTakeOver(boolean ownsTenure, boolean leased) {
        return ownsTenure && leased;
    }

    /**
     * R3: a replica that the record did not list before is not complete while this owner serves, since only an owner sends copies. So nothing
     * waits until a node that has just started replies.
     */
    RemoteState whenListed(OwnerPhase phase) {
        return phase == OwnerPhase.TAKING_OVER ? RemoteState.UNKNOWN : RemoteState.NOT_COMPLETE;
    }

    /** R2: every listed replica on the board must have told its position. */
    boolean areHeard(Collection<RemoteReplica> listed) {
        for (RemoteReplica remote : listed) {
            if (remote.state == RemoteState.UNKNOWN || remote.state == RemoteState.ASKED) {
                return false;
            }
        }
        return true;
    }

    /** R2: a partial copy is used for nothing. */
    boolean mayBeTakenOver(DataState state) {
        return state == DataState.COMPLETE;
    }

    /**
     * R2, R5: a complete replica whose position lies in the history of the owner goes on with the changes that it lacks. Returns those, or
     * nothing when it is outside of the history or some of the changes are gone; it must forget then.
     */
    <C> Optional<List<Item<C>>> missingChanges(
            Position position, Position current, TakeoverHistory history, RecentChanges<C> recent) {
        return history.includes(position, current) ? recent.after(position) : Optional.empty();
    }

    /** R2: a replica that is brought up to date has confirmed nothing of this tenure, not even its beginning, until it says so. */
    long keptByAdopted() {
        return RemoteReplica.NOTHING;
    }

    /** R5: after a broken connection only a replica at exactly the owner's position is confirmed without further messages. */
    boolean isUpToDate(Position position, Position current) {
        return position.equals(current);
    }

    /**
     * R2, R3: the incarnations whose replicas count for an owner, in their order: those that the record lists or the owner has dealt with, if
     * on the board.
     */
    List<Incarnation> listed(TokenView view, Map<Incarnation, RemoteReplica> others, Incarnation self) {
        boolean alone = view.copies().isEmpty() && view.heirs().isEmpty() && others.isEmpty();
        if (alone && (view.owner().isEmpty() || view.isOwner(self))) {
            return List.of(); // most tokens without backups
        }
        List<Incarnation> listed = new ArrayList<>(others.size() + 1);
        addAll(listed, view.copies(), view, self);
        addAll(listed, view.heirs(), view, self);
        if (view.owner().isPresent()) {
            add(listed, view.owner().get(), view, self);
        }
        for (Map.Entry<Incarnation, RemoteReplica> other : others.entrySet()) {
            RemoteReplica remote = other.getValue();
            if (remote.state == RemoteState.ASKED || remote.state == RemoteState.FORGETTING || remote.follows()) {
                add(listed, other.getKey(), view, self);
            }
        }
        listed.sort(null);
        return listed;
    }

    private static void addAll(List<Incarnation> listed, Set<Incarnation> more, TokenView view, Incarnation self) {
        if (!more.isEmpty()) {
            for (Incarnation incarnation : more) {
                add(listed, incarnation, view, self);
            }
        }
    }

    /** Adds an incarnation to the few that are listed already, once. */
    private static void add(List<Incarnation> listed, Incarnation incarnation, TokenView view, Incarnation self) {
        if (!incarnation.equals(self) && view.presence().has(incarnation) && !listed.contains(incarnation)) {
            listed.add(incarnation);
        }
    }

    /**
     * R3: a reply that shows the changes up to a number is sent when every listed replica has them, or is not complete. Returns the highest
     * such number. A replica that is unknown or forgets holds back what it has not confirmed before.
     */
    long confirmedChanges(Collection<RemoteReplica> listed) {
        long confirmed = Long.MAX_VALUE;
        for (RemoteReplica remote : listed) {
            if (remote.mayBeComplete()) {
                confirmed = Math.min(confirmed, remote.kept);
            }
        }
        return confirmed;
    }

    /** R4: copies, and the next owner, are built. */
    boolean mustBuild(TokenView view, Incarnation incarnation) {
        return view.presence().has(incarnation) && (view.copies().contains(incarnation) || view.isOwner(incarnation));
    }

    /** R4: a copy is required from before its end is sent: it is complete as soon as the end arrives. */
    RemoteState whenCopied() {
        return RemoteState.REQUIRED;
    }

    /**
     * R6: heirs may forget when the record names as many copies as there shall be, or all other eligible members, and every one of them has
     * confirmed that it is complete.
     */
    boolean mayForgetHeirs(TokenView view, Map<Incarnation, RemoteReplica> others) {
        int possible = view.owner().isPresent()
                ? view.presence().eligibleBeside(view.owner().get())
                : 0;
        return view.copies().size() >= Math.min(backups, possible) && areConfirmed(view, others);
    }

    final boolean areConfirmed(TokenView view, Map<Incarnation, RemoteReplica> others) {
        for (Incarnation copy : view.copies()) {
            RemoteReplica remote = others.get(copy);
            if (!view.presence().has(copy) || remote == null || remote.state != RemoteState.CONFIRMED) {
                return false;
            }
        }
        return true;
    }

    /** R6: a token is settled when every copy is complete and every heir has forgotten. */
    boolean isSettled(TokenView view, Map<Incarnation, RemoteReplica> others) {
        if (!areConfirmed(view, others)) {
            return false;
        }
        for (Incarnation heir : view.heirs()) {
            RemoteReplica remote = others.get(heir);
            if (view.presence().has(heir) && (remote == null || remote.state != RemoteState.NOT_COMPLETE)) {
                return false;
            }
        }
        return true;
    }

    /** R6: only an owner whose lease runs may tell a replica to forget. */
    boolean maySendForget(boolean leased) {
        return leased;
    }

    /** R7: an owner that released the token keeps its entries until the next owner tells it to forget them. */
    boolean keepsAfterRelease() {
        return true;
    }

    /** R9: a replica that no record lists is dropped, but not because of a record that is older than a message that was obeyed. */
    boolean mayDrop(TokenView view, Incarnation self, long obeyed) {
        return !view.lists(self) && !view.releasing() && view.epoch() >= obeyed;
    }

    /**
     * The changes that every complete replica has need not be kept. That is the beginning of the owner's recent changes, not its own position:
     * a replica that it adopts may still lack the last ones, or the beginning of the tenure.
     */
    Position trimmedTo(RecentChanges<?> recent, Position current) {
        return recent.start();
    }

    /** Only a replica at exactly this position may be brought up to date from there. */
    boolean mayBeAdopted(DataState state, Position position, Position from) {
        return state == DataState.COMPLETE && position.equals(from);
    }

    /** A change must follow the last one. */
    boolean fits(DataState state, Position position, long tenure, long sequence) {
        return state == DataState.COMPLETE && position.next().equals(new Position(tenure, sequence));
    }

    /** The recent changes travel with a copy, so that it can bring others up to date when it takes over. */
    <C> RecentChanges.Tail<C> recentChangesOfCopy(RecentChanges<C> recent, Position current) {
        return recent.all();
    }
}
