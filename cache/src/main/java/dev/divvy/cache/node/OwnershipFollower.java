package dev.divvy.cache.node;

import dev.divvy.allocation.EpochSummary;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.cache.transfer.IncomingTransfers;
import dev.divvy.cache.transfer.OutgoingTransfers;
import dev.divvy.coordination.GroupMismatchException;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the served tokens equal to the pieces that this member holds, and the routing table equal to the status of the group. */
public final class OwnershipFollower implements Listener {

    private static final Logger log = LoggerFactory.getLogger(OwnershipFollower.class);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final Membership membership;
    private final CurrentRouting routing;
    private final ServedTokens servedTokens;
    private final EntryStore entryStore;
    private final IncomingTransfers incoming;
    private final OutgoingTransfers outgoing;
    private final Consumer<RoutingTable> tableListener;
    private final Thread thread;

    private volatile boolean stopped;

    /** Written by the thread of this object only, like the logged epoch. */
    private Optional<GroupStatus> lastStatus = Optional.empty();

    private long loggedEpoch;

    /** @param tableListener called with every new routing table, after it came into use */
    public OwnershipFollower(
            Membership membership,
            CurrentRouting routing,
            ServedTokens servedTokens,
            EntryStore entryStore,
            IncomingTransfers incoming,
            OutgoingTransfers outgoing,
            Consumer<RoutingTable> tableListener) {
        this.membership = membership;
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.entryStore = entryStore;
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.tableListener = tableListener;
        this.thread = DaemonThreads.unstarted("divvy-cache-" + membership.id() + "-ownership", this::followGroup);
    }

    public void start() {
        thread.start();
        var unused = membership.listen(this);
    }

    public void stop() {
        stopped = true;
        thread.interrupt();
    }

    // --- the pieces that this member holds; on the thread of the membership that calls the listener ---

    @Override
    public void gained(HeldPieces portion) {
        serve(portion);
    }

    /** Begins to serve the held tokens that are not served yet. */
    private synchronized void serve(HeldPieces portion) {
        for (HeldPiece holding : portion.holdings()) {
            int token = Integer.parseInt(holding.piece());
            ServedToken present = servedTokens.get(token);
            if (present != null && present.fence().equals(holding.fence()) && !present.isHoldEnded()) {
                continue; // it is served already
            }
            if (present != null) {
                drop(present);
            }
            Optional<Hold> hold = membership.holdPiece(holding.piece());
            // A token that was lost again is not served, nor is any while the lease does not run: the next check serves
            // it, if it is still held.
            if (hold.isPresent() && hold.get().fence().equals(holding.fence())) {
                TokenStore copy = incoming.take(token, holding.fence());
                TokenStore store = copy == null ? new TokenStore() : copy;
                entryStore.adopt(token, store);
                servedTokens.add(new ServedToken(token, store, hold.get()));
            } else {
                hold.ifPresent(Hold::close);
            }
        }
    }

    @Override
    public void lost(HeldPieces portion, LossReason reason) {
        switch (reason) {
            case REVOKED -> revoked(portion);
            case LEASE_ENDED -> log.debug("{}: the lease ends; serving nothing until it runs again", membership.id());
            case DROPPED, CLOSED ->
                portion.holdings().forEach(holding -> {
                    ServedToken served = servedTokens.get(Integer.parseInt(holding.piece()));
                    if (served != null && served.fence().equals(holding.fence())) {
                        drop(served);
                    }
                });
        }
    }

    private void revoked(HeldPieces portion) {
        List<ServedToken> unserved = beginTransfer(portion);
        if (!unserved.isEmpty()) {
            await(outgoing.begin(unserved));
        }
    }

    /** Begins to transfer the served tokens of a portion; returns those that were lost before they were served, or even gained. */
    private synchronized List<ServedToken> beginTransfer(HeldPieces portion) {
        List<ServedToken> served = new ArrayList<>();
        List<ServedToken> unserved = new ArrayList<>();
        for (HeldPiece holding : portion.holdings()) {
            int token = Integer.parseInt(holding.piece());
            ServedToken present = servedTokens.get(token);
            if (present != null && present.fence().equals(holding.fence())) {
                served.add(present);
            } else {
                TokenStore copy = incoming.end(token, holding.fence());
                if (copy != null) {
                    unserved.add(new ServedToken(token, copy, holding.fence()));
                }
            }
        }
        transfer(served);
        return unserved;
    }

    private void transfer(List<ServedToken> tokens) {
        List<ServedToken> idle =
                tokens.stream().filter(ServedToken::beginTransfer).toList();
        if (!idle.isEmpty()) {
            CountDownLatch unused = outgoing.begin(idle);
        }
    }

    /** Waits for the transfer of tokens that were never served: they have no hold, so only this thread delays the next owner. */
    private void await(CountDownLatch done) {
        try {
            boolean unused = done.await(membership.group().timing().grace().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void drop(ServedToken served) {
        servedTokens.remove(served);
        entryStore.drop(served.token(), served.store());
        served.release();
    }

    // --- the status of the group; on the thread of this object ---

    private void followGroup() {
        while (!stopped) {
            try {
                boolean unused = membership.await(this::isChanged, CHECK_INTERVAL);
                GroupStatus status = membership.status();
                if (isChanged(status)) {
                    lastStatus = Optional.of(status);
                    follow(status);
                }
                HeldPieces held = membership.portion();
                if (held.count() != servedTokens.count()) {
                    serve(held);
                }
            } catch (GroupMismatchException e) {
                return; // the node never joins; the caller of its start is told
            } catch (InterruptedException e) {
                log.debug("{}: the ownership thread was interrupted", membership.id());
            } catch (RuntimeException e) {
                if (stopped) {
                    return; // the listener of the table may be closed already
                }
                log.error("{}: the routing table could not be updated; the last one stays in use", membership.id(), e);
            }
        }
    }

    private boolean isChanged(GroupStatus status) {
        return lastStatus.isEmpty()
                || !status.version().equals(lastStatus.get().version())
                || !status.handovers().equals(lastStatus.get().handovers())
                || !memberTexts(status).equals(memberTexts(lastStatus.get()));
    }

    private static List<String> memberTexts(GroupStatus status) {
        return status.members().stream()
                .map(member -> member.incarnation() + " " + member.state() + " " + member.address())
                .toList();
    }

    private void follow(GroupStatus status) {
        logEpochs(status);
        RoutingTable table = RoutingTable.of(status);
        routing.replace(table);
        if (status.self().releasing() == 0) {
            // Otherwise some of the copies must still be transferred to the next owner.
            incoming.follow(table);
        }
        tableListener.accept(table);
        transferLost(table);
    }

    /** Transfers the tokens that were lost while the lease did not run: the membership does not report those one by one. */
    private void transferLost(RoutingTable table) {
        List<ServedToken> lost = new ArrayList<>();
        servedTokens.forEach(served -> {
            if (served.isHoldEnded()) {
                drop(served);
            } else if (table.epoch() >= served.fence().epoch() && !owns(table, served)) {
                lost.add(served);
            }
        });
        transfer(lost);
    }

    private boolean owns(RoutingTable table, ServedToken served) {
        Peer owner = table.owner(served.token());
        return owner != null
                && owner.name().equals(membership.id())
                && table.since(served.token()) == served.fence().epoch();
    }

    /** Logs one line per epoch since this node joined: the cause, the tokens moved and the members. */
    private void logEpochs(GroupStatus status) {
        if (loggedEpoch == 0) {
            loggedEpoch = status.version().map(version -> version.epoch() - 1).orElse(0L);
        }
        String members = status.members().stream().map(member -> member.id()).collect(Collectors.joining(" "));
        for (EpochSummary summary : status.history()) {
            if (summary.epoch() > loggedEpoch) {
                log.info(
                        "{}: epoch {}: {}; {} of {} tokens moved; members: {}",
                        membership.id(),
                        summary.epoch(),
                        summary.causes().isEmpty() ? "no membership change" : String.join(", ", summary.causes()),
                        summary.moved(),
                        status.pieces().count(),
                        members);
                loggedEpoch = summary.epoch();
            }
        }
    }
}
