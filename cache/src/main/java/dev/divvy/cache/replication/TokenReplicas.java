package dev.divvy.cache.replication;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.replication.ReplicaCodec.Message;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.MakeRoom;
import dev.divvy.cache.replication.protocol.TokenView;
import dev.divvy.cache.replication.report.ReceivedReleases;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.board.CardState;
import io.netty.buffer.ByteBuf;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All tokens of one incarnation of this node, and its links to the other nodes. The methods that follow the board are called by one thread,
 * messages come from any.
 */
final class TokenReplicas implements TokenEnvironment, ReplicaLink.Events {

    /** The tokens that follow a sighting before those are taken over that were gained meanwhile. */
    private static final int FOLLOWED_AT_ONCE = 256;

    private final Node node;
    private final Incarnation self;
    private final String lineage;
    private final AtomicReferenceArray<@Nullable LocalToken> tokens;
    private final ReplicaLinks links;
    private final OutgoingCopies outgoing;

    private final UnfinishedTokens unfinished = new UnfinishedTokens();
    private final LostTokens lost;
    private final ReceivedReleases releases;

    /** Written by the thread that follows the board. */
    private volatile Map<Incarnation, Peer> peers = Map.of();

    private volatile @Nullable Version followed;

    /** Whether a token has asked for the lease while it did not run, since all were retried. */
    private volatile boolean leaseMissing;

    /** Set when the incarnation is over; guarded by this. */
    private boolean ended;

    private TokenView.@Nullable Presence presence;

    /** The views of the sighting that some tokens do not follow yet; null when all do. */
    private @Nullable TokenViews following;

    TokenReplicas(Node node, Incarnation self, String lineage) {
        this.node = node;
        this.self = self;
        this.lineage = lineage;
        this.tokens = new AtomicReferenceArray<>(node.entryStore().tokens());
        this.links = new ReplicaLinks(this::connect, node.nanos());
        this.outgoing = new OutgoingCopies(this, node.nanos());
        this.lost = new LostTokens(node.nanos());
        this.releases = new ReceivedReleases(lineage);
    }

    boolean isOf(Incarnation incarnation, String ofLineage) {
        return self.equals(incarnation) && lineage.equals(ofLineage);
    }

    // --- the board; on one thread ---

    /**
     * Follows a sighting of this incarnation: first the tokens that have no other owner now, since requests wait for them.
     *
     * @param meanwhile called several times: takes over the tokens that were gained by this allocation or an earlier one, and returns whether there
     *     is another allocation to follow
     */
    void follow(Sighting sighting, Allocation allocation, BooleanSupplier meanwhile) {
        TokenView.Presence nextPresence = TokenViews.presence(sighting, allocation);
        boolean sameAllocation = allocation.version().equals(followed);
        if (sameAllocation && nextPresence.equals(presence)) {
            return;
        }
        boolean mayBeAtRest = sameAllocation && !hasLost(sighting);
        followed = null; // nothing is settled while some tokens follow another sighting
        Map<Incarnation, Peer> next = new ConcurrentHashMap<>();
        sighting.cards().forEach((incarnation, card) -> next.put(incarnation, Peer.of(incarnation, card.address())));
        peers = next;
        links.retain(next.keySet());
        TokenViews views = new TokenViews(sighting, allocation, self);
        presence = nextPresence;
        if (mayBeAtRest) {
            // Another node has joined or leaves: tokens at rest have nothing to do with it until the next allocation.
            unfinished.forEach(token -> token.see(views.of(token.token())));
            followed = allocation.version();
        } else if (followAll(views, sameAllocation, meanwhile)) {
            followed = allocation.version();
        }
    }

    /**
     * Has all tokens follow a sighting.
     *
     * @param mayEnd whether the next allocation may be followed instead as soon as there is one
     * @return whether all tokens did
     */
    private boolean followAll(TokenViews views, boolean mayEnd, BooleanSupplier meanwhile) {
        following = views;
        BitSet gains = views.gains();
        gains.stream().forEach(token -> see(token, views));
        boolean ended = false;
        for (int token = 0; token < tokens.length() && !ended; token++) {
            if (token % FOLLOWED_AT_ONCE == 0) {
                ended = meanwhile.getAsBoolean() && mayEnd;
            }
            if (!gains.get(token)) {
                see(token, views);
            }
        }
        following = null;
        return !ended;
    }

    private void see(int token, TokenViews views) {
        TokenView view = views.of(token);
        LocalToken known = tokens.get(token);
        LocalToken local = known == null && view.lists(self) ? open(token) : known;
        if (local != null) {
            local.see(view);
        }
    }

    /** Whether an incarnation was on the board in the sighting before this one, and is not any more. */
    boolean hasLost(Sighting sighting) {
        TokenView.Presence before = presence;
        return before != null && !sighting.cards().keySet().containsAll(before.incarnations());
    }

    /** Returns the allocation that all tokens follow; empty while some do not yet. */
    Optional<Version> followed() {
        return Optional.ofNullable(followed);
    }

    /** Returns the last allocation, if everything that this incarnation owns by it is settled. */
    Optional<Version> settled() {
        return unfinished.unsettled() == 0 ? Optional.ofNullable(followed) : Optional.empty();
    }

    /** Returns a token; null if this incarnation never had to do with it. */
    @Nullable
    LocalToken token(int number) {
        return tokens.get(number);
    }

    boolean isHeld(int token) {
        return open(token).isHeld();
    }

    void gained(int token, Hold hold) {
        TokenViews views = following;
        if (views != null) {
            see(token, views);
        }
        open(token).gained(hold);
    }

    /**
     * Does what may have become possible: closes lost tokens whose next owners are ready, and sends copies.
     *
     * @return whether there is more to do at once
     */
    boolean work() {
        for (Optional<Incarnation> other = links.takeBroken(); other.isPresent(); other = links.takeBroken()) {
            disconnected(other.get());
        }
        boolean mayClose = lost.close();
        boolean maySend = outgoing.send();
        return mayClose || maySend;
    }

    /** Whether something must be tried again soon: replicas must be asked, or next owners have not begun. */
    boolean mustRetry() {
        return unfinished.haveUnknown() || lost.isWaiting() || outgoing.isWaiting();
    }

    /** Asks the replicas that are not known, except those that cannot be reached. */
    void askUnknown() {
        unfinished.forEachUnknown(token -> token.askUnknown(links::mayAsk));
    }

    /** Does what the lease did not allow before, and notices holds that ended. */
    void retryAll() {
        boolean all = leaseMissing;
        leaseMissing = false;
        unfinished.forEach(all ? LocalToken::retry : LocalToken::retryIfHoldIsOver);
    }

    private void disconnected(Incarnation incarnation) {
        all().forEach(local -> local.disconnected(incarnation));
    }

    /** To be called once per second. */
    void trim() {
        all().forEach(LocalToken::trim);
    }

    private Stream<LocalToken> all() {
        return IntStream.range(0, tokens.length()).mapToObj(tokens::get).filter(Objects::nonNull);
    }

    /** Ends with the incarnation: everything is dropped. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        links.close();
        all().forEach(LocalToken::end);
    }

    // --- messages; on any thread ---

    /** Handles messages of another node, and writes the replies. */
    void receive(Incarnation from, ByteBuf in, ByteBuf out) {
        node.entryStore().makeRoom();
        while (in.isReadable()) {
            Message message = node.codec().read(in);
            if (message.token() < 0 || message.token() >= tokens.length()) {
                throw new IllegalArgumentException("there is no token " + message.token());
            }
            if (message.envelope().message() instanceof MakeRoom<EntryChange> room) {
                node.entryStore().evictLater(message.token(), room.bytes());
            } else {
                open(message.token()).receive(from, message.envelope(), out);
            }
        }
        releases.passOn(node.membership());
    }

    /** Asks the owners of copies to evict entries of them. */
    void requestRoom() {
        node.entryStore().takeRoomRequests().forEach((token, bytes) -> {
            LocalToken local = tokens.get(token);
            if (local != null) {
                local.otherOwner()
                        .ifPresent(owner -> send(owner, token, new Envelope<>(0, 0, 0, new MakeRoom<>(bytes))));
            }
        });
    }

    private LocalToken open(int token) {
        LocalToken existing = tokens.get(token);
        if (existing != null) {
            return existing;
        }
        synchronized (this) {
            LocalToken concurrent = tokens.get(token);
            if (concurrent != null) {
                return concurrent;
            }
            LocalToken created = new LocalToken(token, node.entryStore().open(token), this);
            if (ended) {
                created.endUnbegun(); // a message arrived late: the store belongs to the next incarnation
                return created;
            }
            created.begin();
            tokens.set(token, created);
            return created;
        }
    }

    UnfinishedTokens unfinished() {
        return unfinished;
    }

    /** Whether this node is about to serve a token, so that no other node does. */
    boolean isAwaited(int token) {
        LocalToken local = tokens.get(token);
        return local != null && local.isAwaited();
    }

    @Override
    public void received(Incarnation from, Message message) {
        LocalToken local = tokens.get(message.token());
        if (local != null) {
            local.receive(from, message.envelope(), null);
        }
    }

    @Override
    public void drained(ReplicaLink link) {
        links.replied(link);
        if (outgoing.isWaiting()) {
            node.wakeUp().run();
        }
    }

    @Override
    public void broke(ReplicaLink link) {
        links.broke(link);
        node.wakeUp().run();
    }

    boolean hasRoom(Incarnation to) {
        return links.hasRoom(to);
    }

    // --- what the tokens share ---

    @Override
    public Incarnation self() {
        return self;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean leased() {
        boolean leased = node.membership().leased();
        if (!leased) {
            leaseMissing = true;
        }
        return leased;
    }

    @Override
    public void released(int token, Incarnation by, long epoch) {
        releases.add(by, epoch, token);
    }

    @Override
    public void send(Incarnation to, int token, Envelope<EntryChange> envelope) {
        links.open(to).send(token, envelope);
    }

    private ReplicaLink connect(Incarnation to) {
        Peer peer = peers.getOrDefault(to, new Peer(to, "", 0, 0));
        return new ReplicaLink(self, to, node.connections().apply(peer), node.codec(), node.nanos(), this);
    }

    @Override
    public void copyLater(LocalToken token) {
        if (outgoing.add(token)) {
            node.wakeUp().run();
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // there is one object per condition
    public void conditionChanged(LocalToken token, TokenCondition before, TokenCondition after) {
        if (before == after) {
            return;
        }
        boolean lastSettled = unfinished.conditionChanged(token, before, after);
        boolean mayClose = lost.conditionChanged(token, before, after);
        if (mayClose || lastSettled) {
            node.wakeUp().run();
        }
    }

    /** Returns the number of entries of tokens that the record does not assign to this incarnation in any way. */
    long foreignEntries() {
        return all().mapToLong(LocalToken::foreignEntries).sum();
    }

    /** Returns the number of entries that another node may need; 0 if by the last sighting no other one stays. */
    long neededEntries(@Nullable Sighting last) {
        boolean othersStay = last != null
                && last.cards().values().stream()
                        .anyMatch(card -> card.state() != CardState.LEAVING
                                && !card.incarnation().equals(self));
        return !othersStay ? 0 : all().mapToLong(LocalToken::neededEntries).sum();
    }
}
