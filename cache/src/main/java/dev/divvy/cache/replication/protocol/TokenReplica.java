package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.RecentChanges.Item;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Adopt;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Change;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Complete;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyBegin;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Fetch;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forget;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forgotten;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FromOwner;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Hello;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Kept;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Released;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Stale;
import dev.divvy.cache.replication.protocol.ReplicaMessage.State;
import dev.divvy.cache.replication.protocol.ReplicaMessage.ToOwner;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Trim;

/**
 * One token on one incarnation of a node: how complete its entries are, and which owner it obeys. When this node owns the token, its
 * {@link TokenOwner} decides. Not thread-safe: all calls for a token are made one after the other.
 *
 * @param <C> a change, as a value
 */
public final class TokenReplica<C> {

    final Incarnation self;
    final ReplicationRules rules;
    final ReplicaOutput<C> output;
    final RecentChanges<C> recent = new RecentChanges<>();
    final TokenOwner<C> owner;

    ReplicaContents<C> contents;
    DataState state = DataState.NONE;
    Position position = Position.NONE;
    TakeoverHistory history = TakeoverHistory.EMPTY;

    /** The newest tenure whose owner this replica obeys; it never goes back. */
    long promised;

    /** The number of the conversation with that owner. */
    long conversation;

    /** The highest epoch among the messages that were obeyed. */
    long obeyed;

    TokenView view = TokenView.NONE;

    /** @param contents the entries, of which there are none yet */
    public TokenReplica(
            Incarnation self, ReplicationRules rules, ReplicaOutput<C> output, ReplicaContents<C> contents) {
        this.self = self;
        this.rules = rules;
        this.output = output;
        this.contents = contents;
        this.owner = new TokenOwner<>(this);
    }

    public Incarnation self() {
        return self;
    }

    public TokenOwner<C> owner() {
        return owner;
    }

    public DataState state() {
        return state;
    }

    public Position position() {
        return position;
    }

    public TokenView view() {
        return view;
    }

    /** Whether this incarnation owns the token, or the record lists it. */
    public boolean takesPart() {
        return owner.phase != OwnerPhase.NOT_OWNER || view.lists(self);
    }

    /** Whether another incarnation may need the entries: this one owns or had the token, and no copy is known to be complete. */
    public boolean mayBeNeeded() {
        boolean copy = owner.phase == OwnerPhase.NOT_OWNER && view.copies().contains(self);
        return !copy && owner.completeCopies() == 0;
    }

    // --- events ---

    /** Follows a sighting of the board; one that is older than the last is ignored. */
    public void see(TokenView next, boolean leased) {
        if (next.epoch() < view.epoch()) {
            return;
        }
        view = next;
        owner.follow(leased);
        if (owner.phase == OwnerPhase.NOT_OWNER && state != DataState.NONE && rules.mayDrop(view, self, obeyed)) {
            forget();
        }
    }

    /**
     * Follows a sighting in which nothing has changed for this token, if it is one: of every change most tokens see only that the epoch is
     * higher. To be called only when no work is left for the token.
     */
    public boolean seesNothingNew(TokenView next) {
        boolean same = next.epoch() >= view.epoch()
                && next.hasHoldersOf(view)
                && next.areHoldersPresent()
                && (state == DataState.NONE || next.lists(self));
        view = same ? next : view;
        return same;
    }

    /** Receives a message of another incarnation. */
    public void receive(Incarnation from, Envelope<C> envelope, boolean leased) {
        if (envelope.message() instanceof FromOwner<C> message) {
            receiveFromOwner(from, envelope, message);
        } else {
            owner.receive(from, envelope, leased);
        }
    }

    private void receiveFromOwner(Incarnation from, Envelope<C> envelope, FromOwner<C> message) {
        if (rules.isFenced(envelope.tenure(), promised)) {
            reply(from, envelope, new Stale<>());
            return;
        }
        if (owner.phase != OwnerPhase.NOT_OWNER) {
            if (!rules.endsTenure(envelope.tenure(), owner.tenure)) {
                return;
            }
            owner.abandon();
        }
        boolean begins = message instanceof Hello<C> || message instanceof CopyBegin<C>;
        if (isOfReplacedConnection(envelope, begins)) {
            return;
        }
        promised = Math.max(promised, envelope.tenure());
        if (begins) {
            conversation = envelope.conversation();
        }
        obeyed = Math.max(obeyed, envelope.epoch());
        obey(from, envelope, message);
    }

    /** Whether the owner has begun another conversation since, on another connection. */
    private boolean isOfReplacedConnection(Envelope<C> envelope, boolean begins) {
        if (envelope.tenure() > promised) {
            return !begins;
        }
        return begins
                ? envelope.conversation() <= conversation
                : rules.isReplaced(envelope.conversation(), conversation);
    }

    private void obey(Incarnation from, Envelope<C> envelope, FromOwner<C> message) {
        if (message instanceof Change<C> change) {
            change(from, envelope, change);
        } else if (message instanceof CopyPart<C> part && state == DataState.PARTIAL) {
            part.entries().forEach(contents::apply);
        } else if (message instanceof CopyBegin<C>) {
            forget();
            state = DataState.PARTIAL;
            position = Position.beginOf(envelope.tenure());
        } else if (message instanceof CopyEnd<C> end && state == DataState.PARTIAL) {
            state = DataState.COMPLETE;
            position = new Position(envelope.tenure(), end.sequence());
            history = end.history();
            recent.replaceBy(end.recent());
            reply(from, envelope, new Complete<>(end.sequence()));
        } else if (message instanceof Adopt<C> adopt && rules.mayBeAdopted(state, position, adopt.from())) {
            adopt(envelope.tenure(), adopt);
            reply(from, envelope, new Complete<>(adopt.sequence()));
        } else if (message instanceof Trim<C> trim && state == DataState.COMPLETE) {
            recent.discardUpTo(trim.stable());
        } else if (message instanceof Forget<C>) {
            forget();
            reply(from, envelope, new Forgotten<>());
        } else if (message instanceof Released<C>) {
            output.released(from, envelope.epoch());
        } else if (message instanceof Fetch<C> fetch && state == DataState.COMPLETE) {
            output.sendContents(from, envelope, fetch.part(), new FetchedEnd<>(position, history, recent.all()));
        } else {
            // The answer to a greeting; and to a message that does not fit, which the owner takes for a broken
            // connection.
            reply(from, envelope, new State<>(state, position));
        }
    }

    private void change(Incarnation from, Envelope<C> envelope, Change<C> change) {
        if (!rules.fits(state, position, envelope.tenure(), change.sequence())) {
            reply(from, envelope, new State<>(state, position));
            return;
        }
        contents.apply(change.change());
        position = new Position(envelope.tenure(), change.sequence());
        recent.add(position, change.change());
        recent.discardUpTo(change.stable());
        reply(from, envelope, new Kept<>(change.sequence()));
    }

    private void adopt(long tenure, Adopt<C> adopt) {
        for (Item<C> item : adopt.tail()) {
            contents.apply(item.change());
            recent.add(item.position(), item.change());
        }
        position = new Position(tenure, adopt.sequence());
        history = adopt.history();
        recent.discardUpTo(adopt.stable());
    }

    /** Discards the entries, and with them the position. */
    void forget() {
        contents.clear();
        state = DataState.NONE;
        position = Position.NONE;
        history = TakeoverHistory.EMPTY;
        recent.replaceBy(RecentChanges.Tail.emptyAt(Position.NONE));
    }

    private void reply(Incarnation to, Envelope<C> request, ToOwner<C> message) {
        output.send(to, new Envelope<>(request.tenure(), view.epoch(), request.conversation(), message));
    }
}
