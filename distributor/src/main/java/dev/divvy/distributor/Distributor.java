package dev.divvy.distributor;

import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.coordination.support.Signal;
import dev.divvy.distributor.ping.Pinger;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.store.WriterElection;
import dev.divvy.distributor.writer.RoundResult;
import dev.divvy.distributor.writer.WriterCounters;
import dev.divvy.distributor.writer.WriterLoop;
import java.util.Objects;
import java.util.Optional;

/**
 * One instance of the distributor: divides the units of a store among the services that answer pings, and publishes the table to them.
 * Of several instances on one store, one writes at a time; the others take over when it stops.
 */
public final class Distributor implements AutoCloseable {

    private final DistributorSettings settings;
    private final Pinger pinger;
    private final WriterCounters counters = new WriterCounters();
    private final Membership membership;
    private final Subscription nameChanges;

    /** Written by the thread that writes the table. */
    private volatile RoundResult lastRound = RoundResult.NONE;

    private Distributor(StorePorts store, DistributorSettings settings) {
        Signal wakeUp = new Signal();
        this.settings = settings;
        this.pinger = new Pinger(settings.ping(), wakeUp::raise);
        this.nameChanges = store.names().onChange(wakeUp::raise);
        this.membership = WriterElection.GROUP.join(store.board(), settings.instance());
        membership.run(new WriterLoop(store, settings, pinger, wakeUp, counters, result -> lastRound = result));
    }

    /** Starts an instance that runs until it is closed. The store may still be unavailable, and the caller closes it. */
    public static Distributor start(Store store, DistributorSettings settings) {
        return new Distributor(store.ports(), Objects.requireNonNull(settings, "settings"));
    }

    public DistributorStatus status() {
        RoundResult round = lastRound;
        GroupStatus group = membership.status();
        boolean writing = membership.holds(WriterElection.PIECE);
        return new DistributorStatus(
                settings.instance(),
                writing,
                writing ? Optional.of(settings.instance()) : ownerOf(group),
                round.version(),
                round.services(),
                round.units(),
                round.refused(),
                round.problem().or(() -> group.self().problem()),
                counters.snapshot());
    }

    private static Optional<String> ownerOf(GroupStatus group) {
        return group.members().stream()
                .filter(member -> !member.pieces().isEmpty())
                .map(MemberStatus::id)
                .findFirst();
    }

    /** Stops this instance and lets another one write at once; the table stays as it is. */
    @Override
    public void close() {
        nameChanges.close();
        membership.close();
        pinger.close();
    }
}
