package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.RecentChanges.Item;
import dev.divvy.cache.replication.RecentChanges.Tail;
import dev.divvy.cache.replication.ReplicaMessage.Adopt;
import dev.divvy.cache.replication.ReplicaMessage.Change;
import dev.divvy.cache.replication.ReplicaMessage.Complete;
import dev.divvy.cache.replication.ReplicaMessage.CopyBegin;
import dev.divvy.cache.replication.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.ReplicaMessage.Fetch;
import dev.divvy.cache.replication.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.ReplicaMessage.FetchedPart;
import dev.divvy.cache.replication.ReplicaMessage.Forget;
import dev.divvy.cache.replication.ReplicaMessage.Forgotten;
import dev.divvy.cache.replication.ReplicaMessage.FromOwner;
import dev.divvy.cache.replication.ReplicaMessage.Hello;
import dev.divvy.cache.replication.ReplicaMessage.Kept;
import dev.divvy.cache.replication.ReplicaMessage.Stale;
import dev.divvy.cache.replication.ReplicaMessage.State;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The owner's part of a {@link TokenReplica}: takes the token over from the best replica, keeps the copies up to date, and decides when a
 * reply may be sent.
 *
 * @param <C> a change, as a value
 */
final class TokenOwner<C> {

    private static final RemoteReplica NOT_ASKED = new RemoteReplica();

    private final TokenReplica<C> local;

    /** The replicas of other incarnations, as far as this owner has dealt with them. */
    final Map<Incarnation, RemoteReplica> others = new TreeMap<>();

    OwnerPhase phase = OwnerPhase.NOT_OWNER;
    long tenure;

    /** The replicas that count, since changes and replies ask for them often; null when they must be computed again. */
    private @Nullable List<RemoteReplica> listedReplicas;

    /** The incarnation whose entries are being fetched; null when none are. */
    @Nullable
    Incarnation source;

    /** The entries that have been fetched so far; null when nothing is fetched. */
    @Nullable
    ReplicaContents<C> fetched;

    /** The end of the fetched entries; null until all of them are here. */
    @Nullable
    FetchedEnd<C> fetchedEnd;

    TokenOwner(TokenReplica<C> local) {
        this.local = local;
    }

    // --- R2: taking over ---

    /** Begins the tenure of the present view: every releaser has released the token, and the lease runs. */
    void gain(boolean leased) {
        if (phase == OwnerPhase.NOT_OWNER && leased && local.view.isOwner(local.self)) {
            phase = OwnerPhase.TAKING_OVER;
            tenure = local.view.since();
            local.promised = Math.max(local.promised, tenure);
            local.conversation = 0;
            clearOthers();
            follow(leased);
        }
    }

    /** Whether the record still names this tenure. */
    boolean ownsTenure() {
        return local.view.isOwner(local.self) && local.view.since() == tenure;
    }

    /** Follows the view of the replica: asks the replicas that are not known, and forgets about incarnations that are off the board. */
    void follow(boolean leased) {
        if (phase == OwnerPhase.NOT_OWNER) {
            return;
        }
        others.keySet().removeIf(incarnation -> !local.view.presence().has(incarnation));
        listedReplicas = null;
        if (source != null && !others.containsKey(source)) {
            discardFetched();
        }
        askUnknown();
        advance(leased);
    }

    /** Asks the listed replicas whose state is not known. */
    void askUnknown() {
        for (Incarnation incarnation : listed()) {
            RemoteReplica remote = remote(incarnation);
            if (remote.knowledge == Knowledge.UNKNOWN) {
                set(remote, Knowledge.ASKED);
                remote.conversation++;
                send(incarnation, remote, new Hello<>());
            }
        }
    }

    private RemoteReplica remote(Incarnation incarnation) {
        RemoteReplica known = others.get(incarnation);
        if (known == null) {
            known = new RemoteReplica();
            others.put(incarnation, known);
            listedReplicas = null;
        }
        return known;
    }

    private void clearOthers() {
        others.clear();
        listedReplicas = null;
    }

    private Set<Incarnation> listed() {
        return local.rules.listed(local.view, others, local.self);
    }

    private List<RemoteReplica> listedReplicas() {
        List<RemoteReplica> known = listedReplicas;
        if (known == null) {
            known = listed().stream()
                    .map(incarnation -> others.getOrDefault(incarnation, NOT_ASKED))
                    .toList();
            listedReplicas = known;
        }
        return known;
    }

    private void set(RemoteReplica remote, Knowledge knowledge) {
        remote.knowledge = knowledge;
        listedReplicas = null;
    }

    /** Takes the steps that have become possible. */
    private void advance(boolean leased) {
        if (phase == OwnerPhase.TAKING_OVER) {
            if (!ownsTenure() && !local.rules.mayTakeOver(false, true)) {
                giveUp();
            } else if (local.rules.mayTakeOver(ownsTenure(), leased) && local.rules.areHeard(listedReplicas())) {
                takeOverFromBest(leased);
            }
        }
        if (phase == OwnerPhase.SERVING) {
            stopNeedlessCopies();
            forgetHeirs(leased);
        }
    }

    private void giveUp() {
        phase = OwnerPhase.NOT_OWNER;
        clearOthers();
        discardFetched();
    }

    private void discardFetched() {
        source = null;
        fetched = null;
        fetchedEnd = null;
    }

    private void takeOverFromBest(boolean leased) {
        Position bestPosition = local.rules.mayBeTakenOver(local.state) ? local.position : null;
        Incarnation best = null;
        for (Incarnation incarnation : listed()) {
            RemoteReplica remote = others.get(incarnation);
            if (remote != null && remote.lastPosition != null && local.rules.mayBeTakenOver(remote.toldState)) {
                if (bestPosition == null || remote.lastPosition.compareTo(bestPosition) > 0) {
                    best = incarnation;
                    bestPosition = remote.lastPosition;
                }
            }
        }
        if (best == null) {
            takeOver(Optional.ofNullable(bestPosition), leased);
        } else if (!best.equals(source)) {
            fetch(best);
        } else if (fetchedEnd != null) {
            useFetched(Objects.requireNonNull(fetched), fetchedEnd);
            takeOver(Optional.of(local.position), leased);
        }
    }

    private void fetch(Incarnation best) {
        discardFetched();
        source = best;
        fetched = local.output.newContents();
        send(best, Objects.requireNonNull(others.get(best)), new Fetch<>());
    }

    /** Replaces the own entries, now that all of the other ones are here. */
    private void useFetched(ReplicaContents<C> contents, FetchedEnd<C> end) {
        local.contents = contents;
        local.output.replaceContents(contents);
        local.position = end.position();
        local.history = end.history();
        local.recent.replaceBy(end.recent());
    }

    /** @param end the position of the entries that are taken over; empty when there are none, and the token begins empty */
    private void takeOver(Optional<Position> end, boolean leased) {
        if (end.isEmpty()) {
            local.forget();
            local.recent.replaceBy(Tail.emptyAt(Position.beginOf(tenure)));
        }
        TakeoverHistory before = local.history;
        Position from = local.position;
        if (end.isPresent()) {
            local.history = before.plus(from, local.recent.start().tenure());
        }
        phase = OwnerPhase.SERVING;
        local.state = DataState.COMPLETE;
        local.position = Position.beginOf(tenure);
        discardFetched();
        for (Incarnation incarnation : listed()) {
            RemoteReplica remote = Objects.requireNonNull(others.get(incarnation));
            Position told = remote.lastPosition;
            if (remote.toldState == DataState.COMPLETE && told != null) {
                Optional<List<Item<C>>> missing =
                        end.isEmpty() ? Optional.empty() : local.rules.missingChanges(told, from, before, local.recent);
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
            set(remote, Knowledge.REQUIRED);
            remote.lastPosition = told;
            remote.kept = told.tenure() == tenure ? told.sequence() : local.rules.keptByAdopted();
            send(
                    incarnation,
                    remote,
                    new Adopt<>(told, missing.get(), local.position.sequence(), local.history, local.recent.start()));
        } else if (local.rules.maySendForget(leased)) {
            forget(incarnation, remote);
        } else {
            set(remote, Knowledge.UNKNOWN); // asked again with the next sighting
        }
    }

    // --- serving ---

    /** Whether requests run here, as far as replication is concerned. */
    boolean isServing() {
        return phase == OwnerPhase.SERVING;
    }

    /** Records a change of the entries, and sends it to the replicas that follow. */
    void changed(C change) {
        local.position = local.position.next();
        local.recent.add(local.position, change);
        discardConfirmed();
        others.forEach((incarnation, remote) -> {
            if (remote.follows()) {
                send(incarnation, remote, new Change<>(local.position.sequence(), change, local.recent.start()));
            }
        });
    }

    /** R3: returns the number of changes up to which a reply may show them. */
    long confirmedChanges() {
        return phase == OwnerPhase.SERVING || phase == OwnerPhase.CLOSED
                ? local.rules.confirmedChanges(listedReplicas())
                : RemoteReplica.NOTHING;
    }

    /** R6: whether every copy is complete and every heir has forgotten. */
    boolean isSettled() {
        return phase == OwnerPhase.SERVING && ownsTenure() && local.rules.isSettled(local.view, others);
    }

    /** Discards the changes that every replica has which may be complete. */
    private void discardConfirmed() {
        Position stable = local.position;
        for (RemoteReplica remote : listedReplicas()) {
            if (remote.mayBeComplete()) {
                Position certain = remote.kept >= 0 ? new Position(tenure, remote.kept) : remote.lastPosition;
                if (certain == null) {
                    return; // not asked yet
                }
                stable = certain.compareTo(stable) < 0 ? certain : stable;
            }
        }
        local.recent.discardUpTo(stable);
    }

    // --- R4: building copies ---

    /** Whether a copy must be sent to this incarnation, and none is being sent. */
    boolean needsCopy(Incarnation incarnation) {
        RemoteReplica remote = others.get(incarnation);
        return phase == OwnerPhase.SERVING
                && remote != null
                && remote.knowledge == Knowledge.NOT_COMPLETE
                && local.rules.mustBuild(local.view, incarnation);
    }

    /** Begins a copy: the caller sends the entries in parts, and at last calls {@link #endCopy}. */
    void beginCopy(Incarnation incarnation) {
        RemoteReplica remote = Objects.requireNonNull(others.get(incarnation));
        set(remote, Knowledge.BUILDING);
        remote.conversation++;
        send(incarnation, remote, new CopyBegin<>());
    }

    boolean isCopying(Incarnation incarnation) {
        RemoteReplica remote = others.get(incarnation);
        return phase == OwnerPhase.SERVING && remote != null && remote.knowledge == Knowledge.BUILDING;
    }

    /** Ends a copy: every entry was sent as it is now, in messages before this one. Changes follow one by one from now on. */
    void endCopy(Incarnation incarnation) {
        RemoteReplica remote = Objects.requireNonNull(others.get(incarnation));
        set(remote, local.rules.whenCopied());
        // It is complete only when the end arrives, and then it has all of these changes.
        remote.confirm(local.position);
        send(
                incarnation,
                remote,
                new CopyEnd<>(
                        local.position.sequence(),
                        local.history,
                        local.rules.recentChangesOfCopy(local.recent, local.position)));
    }

    private void stopNeedlessCopies() {
        others.forEach((incarnation, remote) -> {
            if (remote.knowledge == Knowledge.BUILDING && !local.rules.mustBuild(local.view, incarnation)) {
                notComplete(remote);
            }
        });
    }

    // --- R6: forgetting ---

    private void forgetHeirs(boolean leased) {
        if (ownsTenure() && local.rules.maySendForget(leased) && local.rules.mayForgetHeirs(local.view, others)) {
            for (Incarnation heir : local.view.heirs()) {
                RemoteReplica remote = others.get(heir);
                if (remote != null && remote.follows() && !local.view.copies().contains(heir)) {
                    forget(heir, remote);
                }
            }
        }
    }

    private void forget(Incarnation incarnation, RemoteReplica remote) {
        set(remote, Knowledge.FORGETTING);
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
        } else if (message instanceof Complete<C> complete) {
            completed(remote, complete.sequence());
        } else if (message instanceof State<C> told) {
            told(from, remote, told, leased);
        } else if (message instanceof Forgotten<C>) {
            if (remote.knowledge == Knowledge.FORGETTING) {
                notComplete(remote);
            }
        } else if (message instanceof FetchedPart<C> part) {
            if (from.equals(source) && fetched != null) {
                part.entries().forEach(fetched::apply);
            }
        } else if (message instanceof FetchedEnd<C> end) {
            if (from.equals(source)) {
                fetchedEnd = end;
            }
        } else if (message instanceof Stale<C>) {
            superseded(from, remote);
        }
        advance(leased);
    }

    private void completed(RemoteReplica remote, long sequence) {
        if (remote.knowledge == Knowledge.REQUIRED || remote.knowledge == local.rules.whenCopied()) {
            set(remote, Knowledge.CONFIRMED);
            remote.confirm(new Position(tenure, Math.max(sequence, remote.kept)));
            discardConfirmed();
        }
    }

    private void told(Incarnation from, RemoteReplica remote, State<C> told, boolean leased) {
        if (remote.knowledge != Knowledge.ASKED) {
            disconnected(from); // a message did not fit
            askUnknown();
            return;
        }
        if (phase == OwnerPhase.TAKING_OVER) {
            set(remote, Knowledge.NOT_COMPLETE);
            remote.toldState = told.state();
            remote.lastPosition = told.state() == DataState.NONE ? null : told.position();
        } else if (told.state() != DataState.COMPLETE) {
            notComplete(remote);
        } else if (local.rules.isUpToDate(told.position(), local.position)) {
            set(remote, Knowledge.CONFIRMED);
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
        if (remote.knowledge == Knowledge.FORGETTING) {
            remote.kept = RemoteReplica.NOTHING;
        }
        set(remote, Knowledge.UNKNOWN);
        if (from.equals(source)) {
            discardFetched();
        }
    }

    /** R5: the connection to an incarnation broke. What it had confirmed still counts; {@link #askUnknown} begins anew. */
    void disconnected(Incarnation incarnation) {
        RemoteReplica remote = others.get(incarnation);
        if (remote == null || phase == OwnerPhase.NOT_OWNER) {
            return;
        }
        if (incarnation.equals(source)) {
            discardFetched();
        }
        if (phase == OwnerPhase.TAKING_OVER) {
            set(remote, Knowledge.UNKNOWN);
            remote.toldState = DataState.NONE;
            remote.lastPosition = null;
        } else if (remote.mayBeComplete()) {
            set(remote, Knowledge.UNKNOWN);
        } else {
            notComplete(remote);
        }
    }

    private void notComplete(RemoteReplica remote) {
        set(remote, Knowledge.NOT_COMPLETE);
        remote.kept = RemoteReplica.NOTHING;
        remote.lastPosition = null;
    }

    // --- R7: releasing ---

    /** Closes a token that was lost: no request runs from now on. */
    void close() {
        if (phase == OwnerPhase.SERVING) {
            phase = OwnerPhase.CLOSED;
        }
    }

    /** Releases a closed token, when no reply waits any more. The entries stay until the next owner says that they are not needed. */
    void release() {
        if (phase == OwnerPhase.CLOSED) {
            phase = OwnerPhase.NOT_OWNER;
            clearOthers();
            if (!local.rules.keepsAfterRelease()) {
                local.forget();
            }
        }
    }

    private void send(Incarnation to, RemoteReplica remote, FromOwner<C> message) {
        local.output.send(to, new Envelope<>(tenure, local.view.epoch(), remote.conversation, message));
    }
}
