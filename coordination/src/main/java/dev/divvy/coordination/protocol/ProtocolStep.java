package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import dev.divvy.coordination.protocol.knowledge.Knowledge;
import dev.divvy.coordination.protocol.knowledge.PulseMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The protocol's step: how what a member learns changes where it stands. Pure; the numbers are those of docs/protocol.md. */
public final class ProtocolStep {

    private ProtocolStep() {}

    /** It has a place on the board. */
    public static StepResult joined(ProtocolState before, Incarnation life) {
        return StepResult.to(before.with(Optional.of(CardPlace.of(life))), new MemberEvent.Joined(life));
    }

    /** 1. Taken off the board: everything is dropped at once, and this incarnation is over. */
    public static StepResult ejected(ProtocolState before) {
        Incarnation life = before.life().orElseThrow();
        StepResult dropped = drop(before);
        ProtocolState after = dropped.standing()
                .with(Optional.<CardPlace>empty())
                .with(Lease.NONE)
                .with(before.outlook().anew());
        return new StepResult(before, List.of(new MemberEvent.Ejected(life)))
                .then(new StepResult(after, dropped.events()));
    }

    /** 2. and 3. An answer that is not the newest renews the lease and does nothing else. */
    public static ProtocolState renewed(ProtocolState before, long sentAt, Timing timing) {
        return before.with(before.lease().renewed(sentAt, timing));
    }

    /** 2. to 6. The answer to the last pulse. */
    public static StepResult sighted(
            ProtocolState before, long sentAt, BoardSnapshot sighting, Timing timing, long now) {
        Incarnation me = before.life().orElseThrow();
        boolean forgot = BoardMemory.forgot(before.outlook().memory(), before.view(), sighting);
        Knowledge outlook = looked(before, sighting, forgot, timing, now);
        StepResult turn = StepResult.to(renewed(before, sentAt, timing).with(outlook));
        if (forgot) {
            turn = turn.then(forgotten(turn.standing(), sighting, me));
        }
        turn = turn.then(adopted(turn.standing(), me, now + timing.grace().toNanos()));
        turn = turn.then(StepResult.to(acknowledged(turn.standing())));
        return turn.then(gained(turn.standing(), me, now));
    }

    private static Knowledge looked(
            ProtocolState before, BoardSnapshot sighting, boolean forgot, Timing timing, long now) {
        BoardView old = before.view();
        Optional<Allocation> allocation = sighting.allocation()
                .or(() -> sighting.version().equals(old.version()) ? old.allocation() : Optional.empty());
        BoardView view = new BoardView(
                allocation,
                sighting.cards(),
                sighting.version().equals(old.version()) ? old.since() : now,
                sighting.mayHaveForgotten());
        Roster eligible = view.eligible();
        return new Knowledge(
                view,
                (forgot ? PulseMonitor.NONE : before.outlook().watch()).looked(sighting.cards(), now, timing),
                before.outlook().memory().after(sighting, forgot, now, timing),
                before.outlook().settling().seen(eligible, differs(view), differs(old), now));
    }

    private static boolean differs(BoardView view) {
        return view.allocation()
                .filter(allocation -> allocation.roster().equals(view.eligible()))
                .isEmpty();
    }

    /** A board that lost its memory: what it does not confirm is dropped without grace. */
    private static StepResult forgotten(ProtocolState before, BoardSnapshot sighting, Incarnation me) {
        MemberEvent told = new MemberEvent.BoardForgot("it is at "
                + sighting.version().map(Object::toString).orElse("no allocation") + " in the memory "
                + sighting.origin());
        Optional<Allocation> next = before.view().allocation();
        if (next.isEmpty() || before.holdings().basis().isEmpty()) {
            StepResult dropped = drop(before);
            return new StepResult(forgetAcknowledged(dropped.standing()), prepend(told, dropped.events()));
        }
        Holdings held = before.holdings();
        ConfirmedHoldings confirmed =
                ConfirmedHoldings.of(held.basis().get(), held.held(), next.get(), Holdings.owned(next.get(), me));
        Holdings rest = new Holdings(next, confirmed.kept(), List.of(), Optional.empty(), held.made());
        List<MemberEvent> events = new ArrayList<>(List.of(told));
        events.addAll(dropping(held, confirmed.lost()));
        events.add(new MemberEvent.Adopted(next.get()));
        return new StepResult(forgetAcknowledged(before.with(rest)), events);
    }

    /** An epoch acknowledged before the board forgot says nothing about those that come. */
    private static ProtocolState forgetAcknowledged(ProtocolState standing) {
        return standing.with(standing.post().map(post -> post.acknowledging(0)));
    }

    /** 4. What the allocation no longer confirms is let go of. */
    private static StepResult adopted(ProtocolState before, Incarnation me, long until) {
        Optional<Allocation> next = before.view().allocation();
        Holdings held = before.holdings();
        if (next.isEmpty() || held.basis().map(Allocation::version).equals(next.map(Allocation::version))) {
            return StepResult.to(before);
        }
        Holdings confirmed =
                held.confirmedBy(next.get(), me, until, before.self().ahead());
        List<MemberEvent> events = new ArrayList<>();
        if (confirmed.made() > held.made()) {
            events.add(new MemberEvent.Lost(
                    confirmed.partings().get(confirmed.partings().size() - 1)));
        }
        if (held.exclusive().isPresent() && confirmed.exclusive().isEmpty()) {
            events.add(new MemberEvent.NotAlone());
        }
        events.add(new MemberEvent.Adopted(next.get()));
        return new StepResult(before.with(confirmed), events);
    }

    /** 5. The known epoch is acknowledged only when nothing is being let go of; until then nothing is. */
    private static ProtocolState acknowledged(ProtocolState before) {
        Optional<Allocation> known = before.holdings().basis();
        if (before.holdings().lettingGo() || known.isEmpty()) {
            return before;
        }
        return before.with(
                before.post().map(post -> post.acknowledging(known.get().epoch())));
    }

    /** 6. What is mine and free of all who had it, while the lease runs and the board is trusted. */
    private static StepResult gained(ProtocolState before, Incarnation me, long now) {
        if (!before.lease().runsAt(now) || before.outlook().memory().quietAt(now)) {
            return StepResult.to(before);
        }
        Acknowledgements witness = before.view().witness();
        boolean wants = !before.self().leaving() && !before.self().suspended();
        Runs gained = wants ? before.holdings().gainable(me, witness) : Runs.NONE;
        StepResult turn = gained.isEmpty()
                ? StepResult.to(before)
                : StepResult.to(
                        before.with(before.holdings().plus(gained)),
                        new MemberEvent.Gained(before.holdings().basis().orElseThrow(), gained));
        return turn.then(alone(turn.standing(), me, witness));
    }

    /** 9. An exclusive job starts when everybody has let go: all on the board have acknowledged the epoch that is known. */
    private static StepResult alone(ProtocolState before, Incarnation me, Acknowledgements witness) {
        Optional<Allocation> known = before.holdings().basis();
        boolean granted = known.isPresent()
                && before.holdings().exclusive().isEmpty()
                && known.get().directives().exclusive().filter(me::equals).isPresent()
                && witness.present(me)
                && witness.behind(known.get().epoch()).isEmpty();
        return granted
                ? StepResult.to(
                        before.with(before.holdings().grantExclusive(known.get().version())),
                        new MemberEvent.Alone(known.get()))
                : StepResult.to(before);
    }

    /** The work on a parting's pieces has let go. */
    public static StepResult released(ProtocolState before, long number) {
        Optional<PendingRelease> parting = before.holdings().partings().stream()
                .filter(one -> one.number() == number)
                .findFirst();
        return parting.map(one -> part(before, one, true)).orElse(StepResult.to(before));
    }

    /** Time passed: whoever has not let go within the grace time is waited for no longer. */
    public static StepResult passed(ProtocolState before, long now) {
        StepResult turn = StepResult.to(before);
        for (PendingRelease parting : before.holdings().partings()) {
            if (parting.until() <= now) {
                turn = turn.then(part(turn.standing(), parting, false));
            }
        }
        return turn;
    }

    private static StepResult part(ProtocolState before, PendingRelease parting, boolean inTime) {
        ProtocolState after = before.with(before.holdings().released(parting.number()));
        return StepResult.to(acknowledged(after), new MemberEvent.Parted(parting, inTime));
    }

    /** Drops everything at once. */
    static StepResult drop(ProtocolState before) {
        Holdings held = before.holdings();
        return new StepResult(before.with(held.dropped()), dropping(held, held.held()));
    }

    private static List<MemberEvent> dropping(Holdings held, Runs dropped) {
        List<MemberEvent> events = new ArrayList<>();
        if (!dropped.isEmpty() || held.lettingGo()) {
            events.add(new MemberEvent.Dropped(held.basis(), dropped));
        }
        if (held.exclusive().isPresent()) {
            events.add(new MemberEvent.NotAlone());
        }
        return events;
    }

    private static List<MemberEvent> prepend(MemberEvent first, List<MemberEvent> rest) {
        List<MemberEvent> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }
}
