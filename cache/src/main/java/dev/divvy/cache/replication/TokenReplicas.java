package dev.divvy.cache.replication;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.replication.ReplicaCodec.Message;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.MakeRoom;
import dev.divvy.cache.replication.protocol.TokenView;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Sighting;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All tokens of one incarnation of this node, and its links to the other nodes. The methods that follow the board are called by one thread,
 * messages come from any.
 */
final class TokenReplicas implements TokenEnvironment, ReplicaLink.Events {

    private final Node node;
    private final Incarnation self;
    private final String lineage;
    private final AtomicReferenceArray<@Nullable LocalToken> tokens;
    private final ReplicaLinks links;
    private final OutgoingCopies outgoing;

    /** The tokens that are not at rest. */
    private final Set<LocalToken> pending = ConcurrentHashMap.newKeySet();

    /** The tokens of which a replica must be asked. */
    private final Set<LocalToken> unknown = ConcurrentHashMap.newKeySet();

    private final AtomicInteger unsettled = new AtomicInteger();
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

    /** Follows a sighting of this incarnation. */
    void follow(Sighting sighting, Allocation allocation) {
        TokenView.Presence nextPresence = TokenViews.presence(sighting, allocation);
        if (allocation.version().equals(followed) && nextPresence.equals(presence)) {
            return;
        }
        followed = null; // nothing is settled while some tokens follow another sighting
        Map<Incarnation, Peer> next = new ConcurrentHashMap<>();
        sighting.cards().forEach((incarnation, card) -> next.put(incarnation, Peer.of(incarnation, card.address())));
        peers = next;
        links.retain(next.keySet());
        TokenViews views = new TokenViews(sighting, allocation, self);
        for (int token = 0; token < tokens.length(); token++) {
            TokenView view = views.of(token);
            LocalToken local = tokens.get(token);
            if (local == null && view.lists(self)) {
                local = open(token);
            }
            if (local != null) {
                local.see(view);
            }
        }
        presence = nextPresence;
        followed = allocation.version();
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
        return unsettled.get() == 0 ? Optional.ofNullable(followed) : Optional.empty();
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
        return !unknown.isEmpty() || lost.isWaiting() || outgoing.isWaiting();
    }

    /** Asks the replicas that are not known. */
    void askUnknown() {
        unknown.forEach(LocalToken::retry);
    }

    /** Does what the lease did not allow before, and notices holds that ended. */
    void retryAll() {
        boolean all = leaseMissing;
        leaseMissing = false;
        pending.forEach(all ? LocalToken::retry : LocalToken::retryIfHoldIsOver);
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
    public void drained() {
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
        follow(pending, token, before.pending(), after.pending());
        follow(unknown, token, before.unknown(), after.unknown());
        int unsettledNow = count(unsettled, before.unsettled(), after.unsettled());
        boolean mayClose = lost.conditionChanged(token, before, after);
        if (mayClose || (before.unsettled() && unsettledNow == 0)) {
            node.wakeUp().run();
        }
    }

    private static void follow(Set<LocalToken> set, LocalToken token, boolean before, boolean after) {
        if (before != after) {
            boolean unused = after ? set.add(token) : set.remove(token);
        }
    }

    private static int count(AtomicInteger counter, boolean before, boolean after) {
        int delta = (after ? 1 : 0) - (before ? 1 : 0);
        return delta == 0 ? counter.get() : counter.addAndGet(delta);
    }

    /** Flushes the tokens that this incarnation owns and does not serve yet, as soon as it does. */
    void flushInMotion() {
        pending.forEach(LocalToken::flushWhenServed);
    }

    List<PendingReply> pendingFlushes() {
        List<PendingReply> flushes = new ArrayList<>();
        pending.forEach(token -> token.pendingFlush().ifPresent(flushes::add));
        return flushes;
    }

    /** Returns the number of entries of tokens that the record does not assign to this incarnation in any way. */
    long foreignEntries() {
        return all().mapToLong(LocalToken::foreignEntries).sum();
    }

    /** Returns the number of entries that another node may need. */
    long neededEntries() {
        return all().mapToLong(LocalToken::neededEntries).sum();
    }

    /** Returns the number of tokens of this node of which a copy is missing, or an heir has not forgotten its entries. */
    int unsettled() {
        return unsettled.get();
    }
}
