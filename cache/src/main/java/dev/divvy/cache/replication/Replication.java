package dev.divvy.cache.replication;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.cluster.TokensInMotion;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.replication.protocol.ReplicationRules;
import dev.divvy.cache.replication.report.LossReport;
import dev.divvy.cache.replication.report.ProgressReport;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.cache.traffic.NodeRequests;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.support.DaemonThreads;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replication of a node: follows the board and the held pieces, on a thread of its own, and receives the messages of other nodes. */
public final class Replication implements Listener, NodeRequests, TokensInMotion {

    private static final Logger log = LoggerFactory.getLogger(Replication.class);

    /** The time after which replicas that could not be asked are asked again. */
    private static final long RETRY_MILLIS = 20;

    /** The time after which the held pieces are compared with those that are served, in case the lease did not run before. */
    private static final long CHECK_MILLIS = 1000;

    private final Membership membership;
    private final ReplicationRules rules;
    private final ServedTokens servedTokens;
    private final TokenEnvironment.Node node;
    private final DepartureListener departures;
    private final LongSupplier nanos;
    private final LossReport losses;
    private final Thread thread;
    private final Semaphore news = new Semaphore(0);
    private final AtomicReference<@Nullable Sighting> sighting = new AtomicReference<>();
    private final Queue<HeldPieces> gains = new ConcurrentLinkedQueue<>();

    /** The last sighting, whether it was followed or not; written by the thread of the membership. */
    private volatile @Nullable Sighting latest;

    private volatile boolean stopped;

    /** The tokens of the present incarnation; null while there is none. Written by the thread of this object. */
    private volatile @Nullable TokenReplicas current;

    /** The entries that were needed when the last incarnation ended; guarded by this, as the end of {@link #current} is. */
    private long entriesAtEnd;

    /** Used by the thread of this object only, as everything below. */
    private @Nullable Version settled;

    private final ProgressReport progress;
    private long checkedNanos;
    private long retriedNanos;

    public Replication(Membership membership, ReplicationRules rules, ReplicationContext context) {
        this.membership = membership;
        this.rules = rules;
        this.servedTokens = context.servedTokens();
        this.departures = context.departures();
        this.nanos = context.nanos();
        this.node = new TokenEnvironment.Node(
                context.entryStore(),
                servedTokens,
                rules,
                new ReplicaCodec(context.entryStore().clock()),
                context.connections(),
                membership,
                nanos,
                this::wakeUp);
        this.progress = new ProgressReport(membership, node.codec()::partsWritten, context.entryStore());
        this.losses = new LossReport(membership.id(), servedTokens, nanos);
        this.checkedNanos = nanos.getAsLong();
        this.retriedNanos = checkedNanos;
        this.thread = DaemonThreads.unstarted("divvy-cache-" + membership.id() + "-replication", this::run);
    }

    public void start() {
        thread.start();
        followMembership();
    }

    /** Begins to collect what the thread of this object acts on. */
    void followMembership() {
        var unused = membership.watch(this::sighted);
        var unusedToo = membership.listen(this);
    }

    public void stop() {
        stopped = true;
        wakeUp();
    }

    /** Returns the tokens of the present incarnation; null while there is none. */
    @Nullable
    TokenReplicas current() {
        return current;
    }

    // --- any thread ---

    private Optional<TokenReplicas> present() {
        return Optional.ofNullable(current);
    }

    private void wakeUp() {
        if (news.availablePermits() == 0) {
            news.release();
        }
    }

    private void sighted(Sighting next) {
        latest = next;
        sighting.set(next);
        wakeUp();
    }

    @Override
    public void gained(HeldPieces portion) {
        gains.add(portion);
        wakeUp();
    }

    /** The allocation of the next sighting names the new owners, and the holds keep the pieces until those have everything. */
    @Override
    public void lost(HeldPieces portion, LossReason reason) {
        wakeUp();
    }

    public int backups() {
        return rules.backups();
    }

    /** Flushes the tokens that this node owns and does not serve yet, as soon as it does. */
    public void flushInMotion() {
        present().ifPresent(replicas -> replicas.unfinished().flushInMotion());
    }

    /** Asks the owners of copies to evict entries, if this node has too little memory for them; on one thread. */
    public void requestRoom() {
        present().ifPresent(TokenReplicas::requestRoom);
    }

    /** Whether commands may read this store now; called inside its monitor. */
    public boolean mayServe(TokenStore store) {
        ServedToken served = servedTokens.get(store.token());
        return served != null && servedTokens.mayServe(served);
    }

    @Override
    public List<PendingReply> pendingFlushes() {
        return present()
                .map(TokenReplicas::unfinished)
                .map(UnfinishedTokens::pendingFlushes)
                .orElse(List.of());
    }

    @Override
    public boolean contains(int token) {
        return present().filter(replicas -> replicas.isAwaited(token)).isPresent();
    }

    /** Whether this node is about to serve tokens. */
    public boolean awaitsTokens() {
        return present().filter(replicas -> replicas.unfinished().awaited() > 0).isPresent();
    }

    /** Whether the tokens follow the present allocation. */
    public boolean hasFollowed() {
        return membership.status().version().equals(present().flatMap(TokenReplicas::followed));
    }

    /** Returns the number of own tokens with a missing copy or a former owner that has not forgotten; above 0 before the allocation is followed. */
    public int unsettledTokens() {
        int least = hasFollowed() ? 0 : 1;
        TokenReplicas replicas = current;
        return replicas == null ? least : Math.max(least, replicas.unfinished().unsettled());
    }

    /** Returns the number of tokens that this node began to serve without the entries that they had. */
    public long lostTokens() {
        return servedTokens.lost();
    }

    /**
     * Returns the number of entries of this node that another node may still need: no owner has told this one to forget them. Of a node that
     * was ejected or has left, those at that moment.
     */
    public synchronized long neededEntries() {
        TokenReplicas replicas = current;
        return replicas == null ? entriesAtEnd : replicas.neededEntries(latest);
    }

    /** Returns the number of entries of tokens that this node neither owns nor copies, nor may have to pass on; always 0. */
    public long foreignEntries() {
        return present().map(TokenReplicas::foreignEntries).orElse(0L);
    }

    @Override
    public boolean receive(Incarnation from, RespRequest request, ByteBuf out) {
        boolean known = request.is(0, PeerProtocol.REPLICA);
        if (known) {
            receiveMessages(from, request, out);
        }
        return known;
    }

    private void receiveMessages(Incarnation from, RespRequest request, ByteBuf out) {
        TokenReplicas replicas = current;
        if (request.size() != 4 || !request.isNumber(1) || !request.isNumber(2)) {
            ReplyWriter.error(out, "ERR wrong arguments for 'divvy.replica'");
        } else if (from.number() != request.number(1)
                || replicas == null
                || replicas.self().number() != request.number(2)) {
            ReplyWriter.error(out, "STALE these messages are of, or for, another incarnation");
        } else {
            ByteBuf replies = Unpooled.buffer(256);
            try {
                replicas.receive(
                        from, Unpooled.wrappedBuffer(request.data(), request.start(3), request.length(3)), replies);
                ReplyWriter.bulk(out, replies.array(), replies.arrayOffset(), replies.readableBytes());
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                log.warn("{}: {} sent messages about replicas that cannot be read", membership.id(), from, e);
                ReplyWriter.error(out, "ERR messages about replicas that cannot be read: " + e.getMessage());
            }
        }
    }

    // --- the thread of this object ---

    private void run() {
        boolean more = false;
        while (!stopped) {
            try {
                if (!more) {
                    boolean unused = news.tryAcquire(waitMillis(), TimeUnit.MILLISECONDS);
                }
                more = step();
            } catch (InterruptedException e) {
                log.debug("{}: the replication thread was interrupted", membership.id());
            } catch (RuntimeException e) {
                more = false;
                log.error("{}: a step of the replication failed", membership.id(), e);
            }
        }
    }

    /** Whether there is something to act on at once. */
    boolean hasNews() {
        return news.availablePermits() > 0;
    }

    /** Returns the time after which there is something to do even if nothing happens. */
    long waitMillis() {
        return present().filter(TokenReplicas::mustRetry).isPresent() ? RETRY_MILLIS : CHECK_MILLIS;
    }

    /** Acts on what has happened; returns whether there is more to do at once. */
    boolean step() {
        news.drainPermits();
        // Before the sighting is read: it is then at least as new as the one by which these pieces were gained.
        int gained = gains.size();
        Optional<HeldPieces> held = heldIfDue();
        Sighting next = sighting.getAndSet(null);
        if (next != null) {
            follow(next);
        }
        TokenReplicas replicas = current;
        if (replicas == null) {
            return false;
        }
        takeGains(replicas, gained, held);
        boolean more = replicas.work();
        if (isDue(retriedNanos, RETRY_MILLIS)) {
            retriedNanos = nanos.getAsLong();
            replicas.askUnknown();
        }
        losses.look(replicas.followed());
        replicas.settled().filter(version -> !version.equals(settled)).ifPresent(version -> {
            settled = version;
            membership.settle(version);
        });
        return more;
    }

    private boolean isDue(long since, long millis) {
        return nanos.getAsLong() - since > TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void follow(Sighting next) {
        TokenReplicas replicas = current;
        Optional<Allocation> allocation = next.allocation();
        Incarnation self = next.self().orElse(null);
        boolean over = replicas != null
                && (self == null
                        || (allocation.isPresent()
                                && !replicas.isOf(
                                        self, allocation.get().version().lineage())));
        if (replicas != null && over) {
            settled = null;
            end(replicas);
            replicas = null;
        }
        if (self != null && allocation.isPresent()) {
            if (replicas == null) {
                String lineage = allocation.get().version().lineage();
                replicas = new TokenReplicas(node, self, lineage);
                current = replicas;
                departures.began();
            } else if (replicas.hasLost(next)) {
                departures.departed();
            }
            TokenReplicas following = replicas;
            replicas.follow(next, allocation.get(), () -> takeGainsOf(following, allocation));
        }
    }

    private void end(TokenReplicas replicas) {
        synchronized (this) {
            entriesAtEnd = neededEntries();
            current = null;
        }
        replicas.end();
    }

    /** Returns all held pieces if they should be compared with those that are served. */
    private Optional<HeldPieces> heldIfDue() {
        if (!isDue(checkedNanos, CHECK_MILLIS)) {
            return Optional.empty();
        }
        checkedNanos = nanos.getAsLong();
        progress.look();
        return Optional.of(membership.portion());
    }

    private void takeGains(TokenReplicas replicas, int gained, Optional<HeldPieces> held) {
        if (!membership.incarnation().equals(Optional.of(replicas.self()))) {
            return; // the next sighting tells of the other one
        }
        for (int i = 0; i < gained && !gains.isEmpty(); i++) {
            take(replicas, gains.remove());
        }
        held.ifPresent(all -> {
            replicas.retryAll();
            replicas.trim();
            if (all.count() != servedTokens.count()) {
                take(replicas, all);
            }
        });
    }

    /** Takes what was gained by the allocation that is followed now, unless there is another one: then what is taken may be gained by that. */
    private boolean takeGainsOf(TokenReplicas replicas, Optional<Allocation> followed) {
        int gained = gains.size(); // before the sighting is read, which is then at least as new
        Sighting next = sighting.get();
        boolean another = next != null && TokenViews.differ(next.allocation(), followed);
        if (gained > 0 && !another) {
            takeGains(replicas, gained, Optional.empty());
        }
        return another;
    }

    private void take(TokenReplicas replicas, HeldPieces portion) {
        for (HeldPiece holding : portion.holdings()) {
            int token = Integer.parseInt(holding.piece());
            if (!replicas.isHeld(token)) {
                // A token that was lost again is not held any more.
                Optional<Hold> hold = membership.holdPiece(holding.piece());
                hold.ifPresent(found -> replicas.gained(token, found));
            }
        }
    }
}
