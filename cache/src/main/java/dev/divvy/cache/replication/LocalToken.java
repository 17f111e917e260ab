package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.replication.contents.ContentsReader;
import dev.divvy.cache.replication.contents.CopiesInProgress;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.contents.StoreContents;
import dev.divvy.cache.replication.protocol.OwnerPhase;
import dev.divvy.cache.replication.protocol.ReplicaContents;
import dev.divvy.cache.replication.protocol.ReplicaMessage;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Kept;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Released;
import dev.divvy.cache.replication.protocol.ReplicaMessage.ToOwner;
import dev.divvy.cache.replication.protocol.ReplicaOutput;
import dev.divvy.cache.replication.protocol.TokenOwner;
import dev.divvy.cache.replication.protocol.TokenReplica;
import dev.divvy.cache.replication.protocol.TokenView;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.coordination.Hold;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One token on one incarnation of this node: its entries, its part in the replication, and the replies that wait for copies. Its monitor is
 * that of the store.
 */
final class LocalToken implements ReplicaOutput<EntryChange>, ServedToken.Copies {

    private final int token;
    private final TokenStore store;
    private final TokenEnvironment environment;
    private final TokenReplica<EntryChange> replica;
    private final TokenOwner<EntryChange> owner;
    private final ContentsReader reader;
    private final WaitingReplies waiting;
    private final CopiesInProgress copies;
    private final OwnChanges changes;
    private final FlushInMotion flush = new FlushInMotion();

    private final TenureHold hold;

    private @Nullable ServedToken served;

    /** Where replies to the owner go while one of its messages is handled. */
    private @Nullable ByteBuf replies;

    /** Written inside the monitor. */
    private volatile TokenCondition condition = TokenCondition.IDLE;

    /** Whether this node has told the next owner that it has released the token, and that one has not begun. */
    private boolean released;

    /** Set when the incarnation is over. */
    private boolean ended;

    LocalToken(int token, TokenStore store, TokenEnvironment environment) {
        this.token = token;
        this.store = store;
        this.environment = environment;
        this.reader = new ContentsReader(store, environment.clock());
        this.replica = new TokenReplica<>(environment.self(), environment.rules(), this, new StoreContents(store));
        this.owner = replica.owner();
        this.waiting = new WaitingReplies(replica);
        this.hold = new TenureHold(replica);
        this.copies = new CopiesInProgress(owner.copying(), store, environment.clock());
        this.changes = new OwnChanges(owner, copies);
    }

    int token() {
        return token;
    }

    TokenReplica<EntryChange> replica() {
        return replica;
    }

    /** Whether this node is about to serve it; may be called without the monitor. */
    boolean isAwaited() {
        return condition.awaited();
    }

    /** Whether this node has a hold of the token that did not end. */
    boolean isHeld() {
        synchronized (store) {
            return hold.runs();
        }
    }

    /** Returns the number of entries here, if this incarnation has no part in the token. */
    int foreignEntries() {
        synchronized (store) {
            return replica.takesPart() ? 0 : store.size();
        }
    }

    /** Returns the number of entries that another node may need. */
    int neededEntries() {
        synchronized (store) {
            return ended || !replica.mayBeNeeded() ? 0 : store.size();
        }
    }

    /** Returns the node that owns the token, if it is another one. */
    Optional<Incarnation> otherOwner() {
        synchronized (store) {
            TokenView view = replica.view();
            return view.owner()
                    .filter(other -> !ended
                            && !view.isOwner(environment.self())
                            && view.presence().has(other));
        }
    }

    /** Begins: the store is a copy until this node serves the token. */
    void begin() {
        synchronized (store) {
            environment.entryStore().show(store, false);
            store.listen(changes);
        }
    }

    /** Ends with the incarnation: everything here is void. */
    void end() {
        synchronized (store) {
            ended = true;
            released = false;
            owner.abandon();
            advance();
            store.clear();
            store.stopListening();
        }
    }

    /** Ends a token that did not begin; its store is not touched. */
    void endUnbegun() {
        synchronized (store) {
            ended = true;
        }
    }

    // --- events ---

    @SuppressWarnings("ReferenceEquality") // there is one object per condition
    void see(TokenView view) {
        synchronized (store) {
            boolean atRest = condition == TokenCondition.IDLE && !hold.isOver();
            if (!ended && !(atRest && waiting.isEmpty() && replica.seesNothingNew(view))) {
                changes.count();
                released = false; // the record may name another next owner
                if (hold.isOver()) {
                    owner.abandon();
                }
                replica.see(view, environment.leased());
                advance();
            }
        }
    }

    /** Follows the last view once more: asks the replicas that are not known, and does what the lease did not allow. */
    void retry() {
        see(replica.view());
    }

    /** Does the same if a replica that is not known may be asked. */
    void askUnknown(Predicate<Incarnation> mayAsk) {
        synchronized (store) {
            if (owner.hasUnknown(mayAsk)) {
                retry();
            }
        }
    }

    /** Does the same if the hold has ended meanwhile. */
    void retryIfHoldIsOver() {
        synchronized (store) {
            if (hold.isOver()) {
                retry();
            }
        }
    }

    /** This node holds the token: no other node serves it, and this one may as soon as it has taken over. */
    void gained(Hold next) {
        synchronized (store) {
            if (ended) {
                next.close();
                return;
            }
            changes.count();
            if (owner.phase() != OwnerPhase.NOT_OWNER) {
                owner.abandon();
            }
            advance();
            hold.replaceBy(next);
            advance();
        }
    }

    /** Receives a message of another node; replies to it go into the buffer. */
    void receive(Incarnation from, Envelope<EntryChange> envelope, @Nullable ByteBuf out) {
        synchronized (store) {
            if (!ended) {
                changes.count();
                replies = out;
                replica.receive(from, envelope, environment.leased());
                replies = null;
                released &= envelope.message() instanceof ToOwner<EntryChange>;
                if (envelope.message() instanceof Kept<EntryChange> && owner.phase() == OwnerPhase.SERVING) {
                    waiting.decide(); // it makes no other step possible
                } else {
                    advance();
                }
            }
        }
    }

    void disconnected(Incarnation incarnation) {
        synchronized (store) {
            changes.count();
            if (!ended && owner.disconnected(incarnation)) {
                advance();
            }
        }
    }

    /** Closes a token that was lost, if its next owner is still ready. */
    void closeIfLost() {
        synchronized (store) {
            boolean lost = owner.phase() == OwnerPhase.SERVING && !owner.ownsTenure();
            if (!ended && lost && owner.releasing().isNextOwnerReady()) {
                changes.count();
                owner.releasing().close();
                advance();
            }
        }
    }

    /** Removes all entries as soon as this node serves the token, if it owns it and does not yet. */
    void flushWhenServed() {
        synchronized (store) {
            if (!ended && isInMotion()) {
                flush.ask();
            }
        }
    }

    Optional<PendingReply> pendingFlush() {
        synchronized (store) {
            return flush.reply();
        }
    }

    private boolean isInMotion() {
        return served == null && (hold.get() != null || replica.view().isOwner(environment.self()));
    }

    // --- what follows from an event ---

    private void advance() {
        if (hold.get() != null) {
            hold.gain(environment.leased());
        }
        waiting.decide();
        if (owner.phase() == OwnerPhase.CLOSED && waiting.isEmpty()) {
            owner.releasing().release();
        }
        serveIfTakenOver();
        hold.closeIfUnused(ended);
        if (flush.isAsked() && (ended || !isInMotion())) {
            flush.abandon();
        }
        TokenCondition next = ended ? TokenCondition.IDLE : TokenCondition.of(replica, hold.get() != null, released);
        environment.conditionChanged(this, condition, next);
        condition = next;
        changes.mayTrim();
        changes.setAlone(!ended && owner.phase() == OwnerPhase.SERVING && owner.isAlone());
        if (next.mustCopy()) {
            environment.copyLater(this);
        }
    }

    private void serveIfTakenOver() {
        if (owner.phase() == OwnerPhase.SERVING) {
            Hold current = hold.get();
            if (served == null && current != null) {
                store.cancelLeases(); // of an earlier tenure: the key may have been changed since, on another node
                served = new ServedToken(token, store, current, this);
                environment.entryStore().show(store, true);
                if (flush.isAsked()) {
                    store.flush();
                    flush.done(pendingReply());
                }
                environment.servedTokens().add(served);
            }
        } else if (served != null) {
            environment.servedTokens().remove(served);
            environment.entryStore().show(store, false);
            store.cancelLeases();
            served = null;
        }
    }

    /** To be called once per second, by one thread: once the token rests, its replicas keep no changes that all of them have. */
    void trim() {
        changes.trim(store);
    }

    // --- requests; inside the monitor ---

    @Override
    public @Nullable PendingReply pendingReply() {
        return changes.areAlone() ? null : waiting.add();
    }

    @Override
    public boolean isAlone() {
        return changes.areAlone();
    }

    @Override
    public int complete() {
        return owner.completeCopies();
    }

    // --- copies, sent by one thread ---

    /** Returns the nodes to which copies must be sent or are being sent. */
    List<Incarnation> copyTargets() {
        synchronized (store) {
            return ended ? List.of() : copies.targets();
        }
    }

    /** Sends a part of a copy; returns whether another part must follow. */
    boolean sendPart(Incarnation to) {
        synchronized (store) {
            if (ended) {
                return false;
            }
            changes.count();
            boolean more = copies.sendPart(to);
            changes.setAlone(false); // from the first part on the copy follows the changes
            if (!more) {
                advance();
            }
            return more;
        }
    }

    // --- output of the replica ---

    @Override
    public void send(Incarnation to, Envelope<EntryChange> envelope) {
        if (envelope.message() instanceof ToOwner<EntryChange>) {
            environment.codec().write(token, envelope, Objects.requireNonNull(replies));
        } else {
            released |= envelope.message() instanceof Released<EntryChange>;
            environment.send(to, token, envelope);
        }
    }

    @Override
    public void released(Incarnation by, long epoch) {
        environment.released(token, by, epoch);
    }

    @Override
    public void startsEmpty() {
        environment.servedTokens().startedEmpty();
    }

    @Override
    public void sendContents(Incarnation to, Envelope<EntryChange> request, int part, FetchedEnd<EntryChange> end) {
        List<EntryChange> entries = reader.read(part);
        ReplicaMessage<EntryChange> message = entries.isEmpty() ? end : new FetchedPart<>(part, entries);
        send(to, new Envelope<>(request.tenure(), replica.view().epoch(), request.conversation(), message));
    }

    @Override
    public ReplicaContents<EntryChange> replaceContents(ReplicaContents<EntryChange> contents) {
        store.replaceBy(((StoreContents) contents).store());
        environment.entryStore().entriesArrived();
        return new StoreContents(store);
    }

    @Override
    public ReplicaContents<EntryChange> newContents() {
        return new StoreContents(new TokenStore());
    }
}
