package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import dev.divvy.coordination.protocol.knowledge.DirectReleases;
import dev.divvy.coordination.protocol.knowledge.Knowledge;
import dev.divvy.coordination.protocol.knowledge.LeavingHeir;
import dev.divvy.coordination.protocol.knowledge.PulseMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The protocol's step: computes a member's next state from an event. Pure functions; the numbers are those of docs/protocol.md. */
public final class ProtocolStep {

    private ProtocolStep() {}

    /** The member was admitted to the board. */
    public static StepResult joined(ProtocolState before, Incarnation incarnation) {
        return StepResult.to(before.with(Optional.of(CardPlace.of(incarnation))), new MemberEvent.Joined(incarnation));
    }

    /** 1. The member was ejected: it drops everything at once, and this incarnation ends. */
    public static StepResult ejected(ProtocolState before) {
        Incarnation incarnation = before.incarnation().orElseThrow();
        StepResult dropped = drop(before);
        ProtocolState after = dropped.state()
                .with(Optional.<CardPlace>empty())
                .with(Lease.NONE)
                .with(before.knowledge().forNewIncarnation());
        return new StepResult(before, List.of(new MemberEvent.Ejected(incarnation)))
                .then(new StepResult(after, dropped.events()));
    }

    /** 2. and 3. A reply to an earlier pulse renews the lease and has no other effect. */
    public static ProtocolState renewed(ProtocolState before, long sentAt, Timing timing) {
        return before.with(before.lease().renewed(sentAt, timing));
    }

    /** 2. to 6. The reply to the last pulse. */
    public static StepResult observed(
            ProtocolState before, long sentAt, BoardSnapshot snapshot, Timing timing, long now) {
        Incarnation me = before.incarnation().orElseThrow();
        boolean forgot = BoardMemory.forgot(before.knowledge().memory(), before.view(), snapshot);
        Knowledge knowledge = updated(before, snapshot, forgot, timing, now);
        StepResult result = StepResult.to(renewed(before, sentAt, timing).with(knowledge));
        if (forgot) {
            result = result.then(forgotten(result.state(), snapshot, me));
        }
        result = result.then(adopted(result.state(), me, now + timing.grace().toNanos()));
        result = result.then(StepResult.to(acknowledged(result.state())));
        return result.then(gained(result.state(), me, now));
    }

    private static Knowledge updated(
            ProtocolState before, BoardSnapshot snapshot, boolean forgot, Timing timing, long now) {
        BoardView old = before.view();
        BoardMemory memory = before.knowledge().memory().after(snapshot);
        Optional<Allocation> allocation = snapshot.allocation()
                .or(() -> snapshot.version().equals(old.version()) ? old.allocation() : Optional.empty());
        BoardView view = new BoardView(
                allocation,
                snapshot.cards(),
                snapshot.version().equals(old.version()) ? old.since() : now,
                snapshot.mayHaveForgotten());
        Roster eligible = view.eligible();
        return new Knowledge(
                view,
                (forgot ? PulseMonitor.NONE : before.knowledge().monitor()).observed(snapshot.cards(), now, timing),
                forgot ? memory.withQuiet(now + longestLease(old, view, timing)) : memory,
                before.knowledge().settleTimer().observed(eligible, differs(view), differs(old), now),
                before.knowledge().restTimer().observed(view, now),
                forgot ? DirectReleases.NONE : before.knowledge().releasesAfter(view));
    }

    /** Returns the time after which no member that was or is on the board holds anything from before a loss. */
    private static long longestLease(BoardView old, BoardView view, Timing timing) {
        return Math.max(
                old.longestTimeToLive(timing).toNanos(),
                view.longestTimeToLive(timing).toNanos());
    }

    private static boolean differs(BoardView view) {
        return view.allocation()
                .filter(allocation -> allocation.roster().equals(view.eligible()))
                .isEmpty();
    }

    /** The board lost data: the member drops what the board does not confirm, without grace time. */
    private static StepResult forgotten(ProtocolState before, BoardSnapshot snapshot, Incarnation me) {
        MemberEvent event = new MemberEvent.BoardForgot("it is at "
                + snapshot.version().map(Object::toString).orElse("no allocation") + ", origin " + snapshot.origin());
        Optional<Allocation> next = before.view().allocation();
        if (next.isEmpty() || before.holdings().basis().isEmpty()) {
            StepResult dropped = drop(before);
            return new StepResult(forgetAcknowledged(dropped.state()), prepend(event, dropped.events()));
        }
        Holdings held = before.holdings();
        ConfirmedHoldings confirmed =
                ConfirmedHoldings.of(held.basis().get(), held.held(), next.get(), Holdings.owned(next.get(), me));
        Holdings rest = new Holdings(next, confirmed.kept(), List.of(), Optional.empty(), held.releaseCount());
        List<MemberEvent> events = new ArrayList<>(List.of(event));
        events.addAll(dropEvents(held, confirmed.lost()));
        events.add(new MemberEvent.Adopted(next.get()));
        return new StepResult(forgetAcknowledged(before.with(rest)), events);
    }

    /** Resets the acknowledged and the settled epoch: they have no meaning for the epochs after the loss. */
    private static ProtocolState forgetAcknowledged(ProtocolState state) {
        return state.with(state.place().map(place -> place.acknowledging(0).settling(0)));
    }

    /**
     * The application says that this allocation is settled: of all that the member owns by it every copy is complete and every heir has
     * forgotten. Said of another lineage, or of an epoch that was settled before, it has no effect.
     */
    public static ProtocolState settled(ProtocolState before, Version settled) {
        boolean known = before.view()
                .version()
                .filter(version -> version.lineage().equals(settled.lineage()) && version.epoch() >= settled.epoch())
                .isPresent();
        return known
                ? before.with(before.place().map(place -> place.settling(Math.max(place.settled(), settled.epoch()))))
                : before;
    }

    /** 4. The member starts to release the pieces that the allocation no longer confirms. */
    private static StepResult adopted(ProtocolState before, Incarnation me, long until) {
        Optional<Allocation> next = before.view().allocation();
        Holdings held = before.holdings();
        if (next.isEmpty() || held.basis().map(Allocation::version).equals(next.map(Allocation::version))) {
            return StepResult.to(before);
        }
        Holdings confirmed = held.confirmedBy(next.get(), me, until);
        List<MemberEvent> events = new ArrayList<>();
        if (confirmed.releaseCount() > held.releaseCount()) {
            events.add(new MemberEvent.Lost(
                    confirmed.pendingReleases().get(confirmed.pendingReleases().size() - 1)));
        }
        if (held.exclusive().isPresent() && confirmed.exclusive().isEmpty()) {
            events.add(new MemberEvent.ExclusiveRevoked());
        }
        events.add(new MemberEvent.Adopted(next.get()));
        return new StepResult(before.with(confirmed), events);
    }

    /** 5. The known epoch is acknowledged only when nothing is being released; until then the acknowledged epoch does not change. */
    private static ProtocolState acknowledged(ProtocolState before) {
        Optional<Allocation> known = before.holdings().basis();
        if (before.holdings().releasing() || known.isEmpty()) {
            return before;
        }
        return before.with(
                before.place().map(place -> place.acknowledging(known.get().epoch())));
    }

    /** 6. The member gains pieces that it owns and that all former owners have released, while its lease runs and the board is trusted. */
    private static StepResult gained(ProtocolState before, Incarnation me, long now) {
        if (!before.lease().runsAt(now) || before.knowledge().memory().quietAt(now)) {
            return StepResult.to(before);
        }
        Acknowledgements acknowledgements = before.view().acknowledgements();
        boolean wants = !before.self().leaving() && !before.self().suspended();
        Runs gained = wants
                ? before.holdings()
                        .gainable(me, acknowledgements, before.knowledge().releases())
                : Runs.NONE;
        StepResult result = gained.isEmpty()
                ? StepResult.to(before)
                : StepResult.to(
                        before.with(before.holdings().plus(gained)),
                        new MemberEvent.Gained(before.holdings().basis().orElseThrow(), gained));
        return result.then(exclusiveGranted(result.state(), me, acknowledgements));
    }

    /** 6. Other members said directly that they have released these pieces, so that they may be gained before those acknowledge all they lost. */
    public static StepResult releasedBy(ProtocolState before, List<DirectReleases.Report> reports, long now) {
        DirectReleases releases = before.knowledge().releases();
        for (DirectReleases.Report report : reports) {
            releases = releases.plus(report);
        }
        ProtocolState after = before.with(before.knowledge().with(releases));
        return before.incarnation()
                .map(me -> gained(after, me, now))
                .orElse(StepResult.to(before)); // a later incarnation reads the board
    }

    /** 9. An exclusive job may start when every member on the board has acknowledged the known epoch, and so has released everything. */
    private static StepResult exclusiveGranted(
            ProtocolState before, Incarnation me, Acknowledgements acknowledgements) {
        Optional<Allocation> known = before.holdings().basis();
        boolean granted = known.isPresent()
                && before.holdings().exclusive().isEmpty()
                && known.get().directives().exclusive().filter(me::equals).isPresent()
                && acknowledgements.present(me)
                && acknowledgements.behind(known.get().epoch()).isEmpty();
        return granted
                ? StepResult.to(
                        before.with(before.holdings().grantExclusive(known.get().version())),
                        new MemberEvent.ExclusiveGranted(known.get()))
                : StepResult.to(before);
    }

    /** All work on the pieces of a release has ended. */
    public static StepResult released(ProtocolState before, long number) {
        Optional<PendingRelease> completed = before.holdings().pendingReleases().stream()
                .filter(release -> release.number() == number)
                .findFirst();
        return completed.map(release -> complete(before, release, true)).orElse(StepResult.to(before));
    }

    /** Completes the releases whose grace time has ended, although work on their pieces may not have. */
    public static StepResult releaseOverdue(ProtocolState before, long now) {
        StepResult result = StepResult.to(before);
        for (PendingRelease release : before.holdings().pendingReleases()) {
            if (release.until() <= now) {
                result = result.then(complete(result.state(), release, false));
            }
        }
        return result;
    }

    private static StepResult complete(ProtocolState before, PendingRelease release, boolean inTime) {
        ProtocolState after = before.with(before.holdings().released(release.number()));
        return StepResult.to(acknowledged(after), new MemberEvent.Released(release, inTime));
    }

    /** Drops everything at once. */
    static StepResult drop(ProtocolState before) {
        Holdings held = before.holdings();
        return new StepResult(before.with(held.dropped()), dropEvents(held, held.held()));
    }

    private static List<MemberEvent> dropEvents(Holdings held, Runs dropped) {
        List<MemberEvent> events = new ArrayList<>();
        if (!dropped.isEmpty() || held.releasing()) {
            events.add(new MemberEvent.Dropped(held.basis(), dropped));
        }
        if (held.exclusive().isPresent()) {
            events.add(new MemberEvent.ExclusiveRevoked());
        }
        return events;
    }

    private static List<MemberEvent> prepend(MemberEvent first, List<MemberEvent> rest) {
        List<MemberEvent> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }

    /** 8. A leaving member removes its card when it has released everything, and no other member may need the data of its pieces. */
    static boolean mayWithdraw(ProtocolState state, Incarnation me) {
        return hasReleased(state, me) && !LeavingHeir.isNeeded(state.view(), me);
    }

    /** Whether a leaving member is out of the roster and holds nothing. One that was refused has no data, and may withdraw then. */
    static boolean hasReleased(ProtocolState state, Incarnation me) {
        return state.self().leaving()
                && state.view().shows(me)
                && state.holdings().isEmpty()
                && state.view()
                        .allocation()
                        .filter(known -> Holdings.isListed(known, me))
                        .isEmpty();
    }
}
