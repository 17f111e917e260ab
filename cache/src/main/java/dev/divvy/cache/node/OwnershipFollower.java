package dev.divvy.cache.node;

import dev.divvy.allocation.EpochSummary;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingState;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.cache.transfer.IncomingTransfers;
import dev.divvy.cache.transfer.OutgoingTransfers;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Holding;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Portion;
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

/** Keeps the served tokens of this node as its membership says, and the table as the group stands. */
public final class OwnershipFollower implements Listener {

    private static final Logger log = LoggerFactory.getLogger(OwnershipFollower.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Membership membership;
    private final RoutingState routing;
    private final ServedTokens servedTokens;
    private final EntryStore shelves;
    private final IncomingTransfers guests;
    private final OutgoingTransfers removals;
    private final Consumer<RoutingTable> followers;
    private final Thread watching;

    private volatile boolean ended;

    /** Written by the watching thread only, like what follows. */
    private Optional<GroupStatus> seen = Optional.empty();

    private long told;

    /** @param followers are told of every new table, after the routing follow it */
    public OwnershipFollower(
            Membership membership,
            RoutingState routing,
            ServedTokens servedTokens,
            EntryStore shelves,
            IncomingTransfers guests,
            OutgoingTransfers removals,
            Consumer<RoutingTable> followers) {
        this.membership = membership;
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.shelves = shelves;
        this.guests = guests;
        this.removals = removals;
        this.followers = followers;
        this.watching = DaemonThreads.unstarted("divvy-cache-" + membership.id() + "-steward", this::watch);
    }

    public void start() {
        watching.start();
        var unused = membership.listen(this);
    }

    public void end() {
        ended = true;
        watching.interrupt();
    }

    // --- what this node holds; on the thread of the membership that tells ---

    @Override
    public void gained(Portion portion) {
        take(portion);
    }

    /** Begins to serve what is held and not served yet. */
    private synchronized void take(Portion portion) {
        for (Holding holding : portion.holdings()) {
            int token = Integer.parseInt(holding.piece());
            ServedToken there = servedTokens.of(token);
            if (there != null && there.fence().equals(holding.fence()) && !there.released()) {
                continue; // it is served already
            }
            if (there != null) {
                forget(there);
            }
            Optional<Hold> hold = membership.holdPiece(holding.piece());
            // Not one that is lost again already, nor while the lease does not run: the next look finds it, if it is
            // still held.
            if (hold.isPresent() && hold.get().fence().equals(holding.fence())) {
                TokenStore arrived = guests.take(token, holding.fence());
                TokenStore shelf = arrived == null ? new TokenStore() : arrived;
                shelves.adopt(token, shelf);
                servedTokens.add(new ServedToken(token, shelf, hold.get()));
            } else {
                hold.ifPresent(Hold::close);
            }
        }
    }

    @Override
    public void lost(Portion portion, LossReason why) {
        switch (why) {
            case REVOKED -> removed(portion);
            case LEASE_ENDED -> log.debug("{}: the lease ends; serving nothing until it runs again", membership.id());
            case DROPPED, CLOSED ->
                portion.holdings().forEach(holding -> {
                    ServedToken there = servedTokens.of(Integer.parseInt(holding.piece()));
                    if (there != null && there.fence().equals(holding.fence())) {
                        forget(there);
                    }
                });
        }
    }

    private void removed(Portion portion) {
        List<ServedToken> unserved = beginRemoval(portion);
        if (!unserved.isEmpty()) {
            await(removals.take(unserved));
        }
    }

    /** What was lost before it was ever served, or even gained, is answered. */
    private synchronized List<ServedToken> beginRemoval(Portion portion) {
        List<ServedToken> served = new ArrayList<>();
        List<ServedToken> unserved = new ArrayList<>();
        for (Holding holding : portion.holdings()) {
            int token = Integer.parseInt(holding.piece());
            ServedToken there = servedTokens.of(token);
            if (there != null && there.fence().equals(holding.fence())) {
                served.add(there);
            } else {
                TokenStore arrived = guests.end(token, holding.fence());
                if (arrived != null) {
                    unserved.add(new ServedToken(token, arrived, holding.fence()));
                }
            }
        }
        remove(served);
        return unserved;
    }

    private void remove(List<ServedToken> lot) {
        List<ServedToken> mine = lot.stream().filter(ServedToken::beginLeaving).toList();
        if (!mine.isEmpty()) {
            CountDownLatch unused = removals.take(mine);
        }
    }

    /** What was never served has no hold that keeps others waiting: this thread does. */
    private void await(CountDownLatch done) {
        try {
            boolean unused = done.await(membership.group().timing().grace().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forget(ServedToken served) {
        servedTokens.remove(served);
        shelves.drop(served.token(), served.shelf());
        served.release();
    }

    // --- how the group stands ---

    private void watch() {
        while (!ended) {
            try {
                boolean unused = membership.await(this::isNews, LOOK);
                GroupStatus status = membership.status();
                if (isNews(status)) {
                    seen = Optional.of(status);
                    follow(status);
                }
                Portion held = membership.portion();
                if (held.count() != servedTokens.count()) {
                    take(held);
                }
            } catch (InterruptedException e) {
                log.debug("{}: the steward was interrupted", membership.id());
            } catch (RuntimeException e) {
                if (ended) {
                    return; // what it tells of the table may be gone already
                }
                log.error("{}: the table could not be made; going on with the last one", membership.id(), e);
            }
        }
    }

    private boolean isNews(GroupStatus status) {
        return seen.isEmpty()
                || !status.version().equals(seen.get().version())
                || !status.motions().equals(seen.get().motions())
                || !whoIsThere(status).equals(whoIsThere(seen.get()));
    }

    private static List<String> whoIsThere(GroupStatus status) {
        return status.members().stream()
                .map(member -> member.life() + " " + member.state() + " " + member.address())
                .toList();
    }

    private void follow(GroupStatus status) {
        tell(status);
        RoutingTable table = RoutingTable.of(status);
        routing.replace(table);
        if (status.self().lettingGo() == 0) {
            // Else some of them are still to be passed on.
            guests.follow(table);
        }
        followers.accept(table);
        look(table);
    }

    /** While the lease had ended nobody tells of single pieces: what was lost then is seen here. */
    private void look(RoutingTable table) {
        List<ServedToken> lost = new ArrayList<>();
        servedTokens.forEach(served -> {
            if (served.released()) {
                forget(served);
            } else if (table.epoch() >= served.fence().epoch() && !owns(table, served)) {
                lost.add(served);
            }
        });
        remove(lost);
    }

    private boolean owns(RoutingTable table, ServedToken served) {
        Peer owner = table.owner(served.token());
        return owner != null
                && owner.name().equals(membership.id())
                && table.since(served.token()) == served.fence().epoch();
    }

    /** One line for each epoch since this node is there: who, why, how much moved. */
    private void tell(GroupStatus status) {
        if (told == 0) {
            told = status.version().map(version -> version.epoch() - 1).orElse(0L);
        }
        String members = status.members().stream().map(member -> member.id()).collect(Collectors.joining(" "));
        for (EpochSummary summary : status.history()) {
            if (summary.epoch() > told) {
                log.info(
                        "{}: epoch {}: {}; {} of {} tokens moved; members: {}",
                        membership.id(),
                        summary.epoch(),
                        summary.causes().isEmpty() ? "no change of members" : String.join(", ", summary.causes()),
                        summary.moved(),
                        status.pieces().count(),
                        members);
                told = summary.epoch();
            }
        }
    }
}
