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
import dev.divvy.distributor.writer.TableWriter;
import dev.divvy.distributor.writer.WriterCounters;
import java.util.Objects;
import java.util.Optional;

/**
 * One instance of the distributor: divides the units of a store among the services that answer pings, and hangs the table up for them.
 * Of several instances on one store one writes at a time, and the others take over when it goes.
 */
public final class Distributor implements AutoCloseable {

    private final DistributorSettings settings;
    private final Pinger pinger;
    private final WriterCounters tally = new WriterCounters();
    private final Membership membership;
    private final Subscription hints;

    /** Written by the thread that writes the table. */
    private volatile RoundResult view = RoundResult.NOTHING;

    private Distributor(StorePorts store, DistributorSettings settings) {
        Signal wakeUp = new Signal();
        this.settings = settings;
        this.pinger = new Pinger(settings.ping(), wakeUp::raise);
        this.hints = store.names().onChange(wakeUp::raise);
        this.membership = WriterElection.GROUP.join(store.board(), settings.instance());
        membership.run(new TableWriter(store, settings, pinger, wakeUp, tally, seen -> view = seen));
    }

    /** Starts an instance on a store, which may be away as yet; it goes on until it is closed. The store stays the caller's. */
    public static Distributor start(Store store, DistributorSettings settings) {
        return new Distributor(store.ports(), Objects.requireNonNull(settings, "settings"));
    }

    public DistributorStatus status() {
        RoundResult now = view;
        GroupStatus group = membership.status();
        boolean writing = membership.holds(WriterElection.PIECE);
        return new DistributorStatus(
                settings.instance(),
                writing,
                writing ? Optional.of(settings.instance()) : ownerOf(group),
                now.version(),
                now.services(),
                now.units(),
                now.refused(),
                now.trouble().or(() -> group.self().trouble()),
                tally.counters());
    }

    private static Optional<String> ownerOf(GroupStatus group) {
        return group.members().stream()
                .filter(member -> !member.pieces().isEmpty())
                .map(MemberStatus::id)
                .findFirst();
    }

    /** Lets another instance write, at once; the table stays as it is. */
    @Override
    public void close() {
        hints.close();
        membership.close();
        pinger.close();
    }
}
