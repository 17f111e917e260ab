package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.RecentChanges.Item;
import dev.divvy.cache.replication.protocol.RecentChanges.Tail;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Adopt;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Change;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Complete;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Fetch;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forget;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forgotten;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FromOwner;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Hello;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Kept;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Stale;
import dev.divvy.cache.replication.protocol.ReplicaMessage.State;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The owner's part of a {@link TokenReplica}: takes the token over from the best replica, keeps the copies up to date, and decides when a
 * reply may be sent.
 *
 * @param <C> a change, as a value
 */
public final class TokenOwner<C> {

    private final TokenReplica<C> local;
    final RemoteReplicas others;
    final Takeover<C> takeover;
    final CopyBuilding<C> copying;
    final Releasing<C> releasing;

    OwnerPhase phase = OwnerPhase.NOT_OWNER;
    long tenure;

    TokenOwner(TokenReplica<C> local) {
        this.local = local;
        this.others = new RemoteReplicas(local);
        this.takeover = new Takeover<>(local);
        this.copying = new CopyBuilding<>(local, this);
        this.releasing = new Releasing<>(local, this);
    }

    public OwnerPhase phase() {
        return phase;
    }

    /** Returns the epoch since which this owner has the token. */
    public long tenure() {
        return tenure;
    }

    public CopyBuilding<C> copying() {
        return copying;
    }

    public Releasing<C> releasing() {
        return releasing;
    }

    // --- R2: taking over ---

    /** Begins the tenure of the present view: every releaser has released the token. It begins none below one that it has promised. */
    public void gain(boolean leased) {
        boolean fenced = local.rules.isFenced(local.view.since(), local.promised);
        if (phase == OwnerPhase.NOT_OWNER && leased && local.view.isOwner(local.self) && !fenced) {
            phase = OwnerPhase.TAKING_OVER;
            tenure = local.view.since();
            local.promised = Math.max(local.promised, tenure);
            local.conversation = 0;
            others.clear();
            follow(leased);
        }
    }

    /** Whether the record still names this tenure. */
    public boolean ownsTenure() {
        return local.view.isOwner(local.self) && local.view.since() == tenure;
    }

    /** Follows the view of the replica: asks the replicas that are not known, and forgets about incarnations that are off the board. */
    public void follow(boolean leased) {
        if (phase == OwnerPhase.NOT_OWNER) {
            return;
        }
        others.follow();
        if (takeover.source != null && others.get(takeover.source) == null) {
            takeover.discard();
        }
        askUnknown();
        advance(leased);
    }

    /** Asks the listed replicas whose state is not known. */
    public void askUnknown() {
        for (Incarnation incarnation : others.listed()) {
            RemoteReplica remote = others.open(incarnation);
            if (remote.state == RemoteState.UNKNOWN) {
                others.set(remote, RemoteState.ASKED);
                remote.conversation++;
                send(incarnation, remote, new Hello<>());
            }
        }
    }

    /** Takes the steps that have become possible. */
    private void advance(boolean leased) {
        if (phase == OwnerPhase.TAKING_OVER) {
            if (!ownsTenure() && !local.rules.mayTakeOver(false, true)) {
                abandon();
            } else if (local.rules.mayTakeOver(ownsTenure(), leased) && local.rules.areHeard(others.counted())) {
                takeOverFromBest(leased);
            }
        }
        if (phase == OwnerPhase.SERVING) {
            copying.stopNeedless();
            forgetHeirs(leased);
        }
    }

    /** Ends the tenure at once: the board no longer confirms it, or another owner has begun. */
    public void abandon() {
        phase = OwnerPhase.NOT_OWNER;
        others.clear();
        takeover.discard();
    }

    private void takeOverFromBest(boolean leased) {
        Optional<Incarnation> best = takeover.best(others);
        if (best.isEmpty()) {
            takeOver(local.rules.mayBeTakenOver(local.state), leased);
        } else if (!takeover.isFetching(best.get())) {
            takeover.begin(best.get());
            send(best.get(), others.open(best.get()), new Fetch<>(0));
        } else if (takeover.isComplete()) {
            takeover.use();
            takeOver(true, leased);
        }
    }

    /** @param found whether there are entries to take over; otherwise the token begins empty */
    private void takeOver(boolean found, boolean leased) {
        if (!found) {
            if (local.view.hadOwner()) {
                local.output.startsEmpty();
            }
            local.forget();
            local.recent.replaceBy(Tail.emptyAt(Position.beginOf(tenure)));
        }
        TakeoverHistory before = local.history;
        Position from = local.position;
        if (found) {
            local.history = before.plus(from, local.recent.start().tenure());
        }
        phase = OwnerPhase.SERVING;
        local.state = DataState.COMPLETE;
        local.position = Position.beginOf(tenure);
        takeover.discard();
        for (Incarnation incarnation : others.listed()) {
            RemoteReplica remote = Objects.requireNonNull(others.get(incarnation));
            Position told = remote.lastPosition;
            if (remote.toldState == DataState.COMPLETE && told != null) {
                Optional<List<Item<C>>> missing = found && !mayForgetHeir(incarnation, leased)
                        ? local.rules.missingChanges(told, from, before, local.recent)
                        : Optional.empty();
                adoptOrForget(incarnation, remote, told, missing, leased);
            }
            remote.toldState = DataState.NONE;
        }
    }

    private void adoptOrForget(
            Incarnation incarnation,
            RemoteReplica remote,
            Position told,
            Optional<List<Item<C>>> missing,
            boolean leased) {
        if (missing.isPresent()) {
            others.set(remote, RemoteState.REQUIRED);
            remote.lastPosition = told;
            remote.kept = told.tenure() == tenure ? told.sequence() : local.rules.keptByAdopted();
            send(
                    incarnation,
                    remote,
                    new Adopt<>(told, missing.get(), local.position.sequence(), local.history, local.recent.start()));
        } else if (local.rules.maySendForget(leased)) {
            forget(incarnation, remote);
        } else {
            others.set(remote, RemoteState.UNKNOWN); // asked again with the next sighting
        }
    }

    // --- serving ---

    /** Whether no other replica has entries or gets them, so that changes need not be kept or sent. */
    public boolean isAlone() {
        for (RemoteReplica remote : others.counted()) {
            if (remote.state != RemoteState.NOT_COMPLETE) {
                return false;
            }
        }
        return true;
    }

    /** Records changes of an owner that {@link #isAlone}, as one. */
    public void changedAlone() {
        local.position = local.position.next();
        local.recent.discardUpTo(local.position);
    }

    /** Records a change of the entries, and sends it to the replicas that follow. */
    public void changed(C change) {
        local.position = local.position.next();
        local.recent.add(local.position, change);
        discardConfirmed();
        for (Map.Entry<Incarnation, RemoteReplica> other : others.byIncarnation.entrySet()) {
            RemoteReplica remote = other.getValue();
            if (remote.follows()) {
                send(other.getKey(), remote, new Change<>(local.position.sequence(), change, local.recent.start()));
            }
        }
    }

    /** R3: returns the number of changes up to which a reply may show them. */
    public long confirmedChanges() {
        return phase == OwnerPhase.SERVING || phase == OwnerPhase.CLOSED
                ? local.rules.confirmedChanges(others.counted())
                : RemoteReplica.NOTHING;
    }

    /** R6: whether every copy is complete and every heir has forgotten. */
    public boolean isSettled() {
        return phase == OwnerPhase.SERVING && ownsTenure() && local.rules.isSettled(local.view, others.byIncarnation);
    }

    /** Discards the changes that every replica has which may be complete. */
    void discardConfirmed() {
        Position stable = others.stablePosition(tenure);
        if (stable != null) {
            local.recent.discardUpTo(stable);
        }
    }

    // --- R6: forgetting ---

    private void forgetHeirs(boolean leased) {
        for (Incarnation heir : local.view.heirs()) {
            RemoteReplica remote = others.get(heir);
            if (remote != null && remote.follows() && mayForgetHeir(heir, leased)) {
                forget(heir, remote);
            }
        }
    }

    private boolean mayForgetHeir(Incarnation heir, boolean leased) {
        return ownsTenure()
                && local.view.heirs().contains(heir)
                && !local.view.copies().contains(heir)
                && local.rules.maySendForget(leased)
                && local.rules.mayForgetHeirs(local.view, others.byIncarnation);
    }

    private void forget(Incarnation incarnation, RemoteReplica remote) {
        others.set(remote, RemoteState.FORGETTING);
        remote.kept = RemoteReplica.NOTHING;
        send(incarnation, remote, new Forget<>());
    }

    // --- replies of other replicas, and broken connections ---

    void receive(Incarnation from, Envelope<C> envelope, boolean leased) {
        RemoteReplica remote = others.get(from);
        if (phase == OwnerPhase.NOT_OWNER
                || remote == null
                || envelope.tenure() != tenure
                || local.rules.isReplaced(envelope.conversation(), remote.conversation)) {
            return;
        }
        ReplicaMessage<C> message = envelope.message();
        if (message instanceof Kept<C> kept) {
            if (remote.follows()) {
                remote.confirm(new Position(tenure, kept.sequence()));
                discardConfirmed();
            }
            return; // it makes no other step possible
        } else if (message instanceof Complete<C> complete) {
            completed(remote, complete.sequence());
        } else if (message instanceof State<C> told) {
            told(from, remote, told, leased);
        } else if (message instanceof Forgotten<C>) {
            if (remote.state == RemoteState.FORGETTING) {
                others.setNotComplete(remote);
            }
        } else if (message instanceof FetchedPart<C> part) {
            if (takeover.take(from, part)) {
                send(from, remote, new Fetch<>(part.part() + 1));
            }
        } else if (message instanceof FetchedEnd<C> end) {
            takeover.take(from, end);
        } else if (message instanceof Stale<C>) {
            superseded(from, remote);
        }
        advance(leased);
    }

    private void completed(RemoteReplica remote, long sequence) {
        if (remote.state == RemoteState.REQUIRED || remote.state == local.rules.whenCopied()) {
            others.set(remote, RemoteState.CONFIRMED);
            remote.confirm(new Position(tenure, Math.max(sequence, remote.kept)));
            discardConfirmed();
        }
    }

    private void told(Incarnation from, RemoteReplica remote, State<C> told, boolean leased) {
        if (remote.state != RemoteState.ASKED) {
            disconnected(from); // a message did not fit
            askUnknown();
            return;
        }
        if (phase == OwnerPhase.TAKING_OVER) {
            others.set(remote, RemoteState.NOT_COMPLETE);
            remote.toldState = told.state();
            remote.lastPosition = told.state() == DataState.NONE ? null : told.position();
        } else if (told.state() != DataState.COMPLETE) {
            others.setNotComplete(remote);
        } else if (local.rules.isUpToDate(told.position(), local.position)) {
            others.set(remote, RemoteState.CONFIRMED);
            remote.confirm(local.position);
            discardConfirmed();
        } else {
            adoptOrForget(
                    from,
                    remote,
                    told.position(),
                    local.rules.missingChanges(told.position(), local.position, local.history, local.recent),
                    leased);
        }
    }

    /** A newer owner is known there: this one finds out with its next sighting, and holds its replies back until then. */
    private void superseded(Incarnation from, RemoteReplica remote) {
        if (remote.state == RemoteState.FORGETTING) {
            remote.kept = RemoteReplica.NOTHING;
        }
        others.set(remote, RemoteState.UNKNOWN);
        takeover.discardFrom(from);
    }

    /**
     * R5: the connection to an incarnation broke. What it had confirmed still counts; {@link #askUnknown} begins anew. Returns whether this
     * owner had to do with it.
     */
    public boolean disconnected(Incarnation incarnation) {
        RemoteReplica remote = others.get(incarnation);
        if (remote == null || phase == OwnerPhase.NOT_OWNER) {
            return false;
        }
        takeover.discardFrom(incarnation);
        if (phase == OwnerPhase.TAKING_OVER) {
            others.set(remote, RemoteState.UNKNOWN);
            remote.toldState = DataState.NONE;
            remote.lastPosition = null;
        } else if (remote.mayBeComplete()) {
            others.set(remote, RemoteState.UNKNOWN);
        } else {
            others.setNotComplete(remote);
        }
        return true;
    }

    /** Whether some replica must be asked with the next sighting. */
    public boolean hasUnknown() {
        return phase != OwnerPhase.NOT_OWNER && others.hasUnknown();
    }

    /** Whether one of these replicas must be asked. */
    public boolean hasUnknown(Predicate<Incarnation> among) {
        return hasUnknown() && others.hasUnknown(among);
    }

    /** Returns the number of copies that have confirmed that they are complete. */
    public int completeCopies() {
        return (int) local.view.copies().stream().filter(others::isConfirmed).count();
    }

    void send(Incarnation to, RemoteReplica remote, FromOwner<C> message) {
        local.output.send(to, new Envelope<>(tenure, local.view.epoch(), remote.conversation, message));
    }
}
