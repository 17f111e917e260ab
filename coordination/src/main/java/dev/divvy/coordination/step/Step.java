package dev.divvy.coordination.step;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.plan.Witness;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Sighting;
import dev.divvy.coordination.step.knowledge.BoardMemory;
import dev.divvy.coordination.step.knowledge.Knowledge;
import dev.divvy.coordination.step.knowledge.View;
import dev.divvy.coordination.step.knowledge.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The protocol's step: how what a member learns changes where it stands. Pure; the numbers are those of docs/protocol.md. */
public final class Step {

    private Step() {}

    /** It has a place on the board. */
    public static Turn joined(Standing before, Incarnation life) {
        return Turn.to(before.with(Optional.of(Post.of(life))), new Event.Joined(life));
    }

    /** 1. Taken off the board: everything is dropped at once, and this incarnation is over. */
    public static Turn ejected(Standing before) {
        Incarnation life = before.life().orElseThrow();
        Turn dropped = drop(before);
        Standing after = dropped.standing()
                .with(Optional.<Post>empty())
                .with(Lease.NONE)
                .with(before.outlook().anew());
        return new Turn(before, List.of(new Event.Ejected(life))).then(new Turn(after, dropped.events()));
    }

    /** 2. and 3. An answer that is not the newest renews the lease and does nothing else. */
    public static Standing renewed(Standing before, long sentAt, Timing timing) {
        return before.with(before.lease().renewed(sentAt, timing));
    }

    /** 2. to 6. The answer to the last pulse. */
    public static Turn sighted(Standing before, long sentAt, Sighting sighting, Timing timing, long now) {
        Incarnation me = before.life().orElseThrow();
        boolean forgot = BoardMemory.forgot(before.outlook().memory(), before.view(), sighting);
        Knowledge outlook = looked(before, sighting, forgot, timing, now);
        Turn turn = Turn.to(renewed(before, sentAt, timing).with(outlook));
        if (forgot) {
            turn = turn.then(forgotten(turn.standing(), sighting, me));
        }
        turn = turn.then(adopted(turn.standing(), me, now + timing.grace().toNanos()));
        turn = turn.then(Turn.to(acknowledged(turn.standing())));
        return turn.then(gained(turn.standing(), me, now));
    }

    private static Knowledge looked(Standing before, Sighting sighting, boolean forgot, Timing timing, long now) {
        View old = before.view();
        Optional<Allocation> allocation = sighting.allocation()
                .or(() -> sighting.version().equals(old.version()) ? old.allocation() : Optional.empty());
        View view = new View(
                allocation,
                sighting.cards(),
                sighting.version().equals(old.version()) ? old.since() : now,
                sighting.mayHaveForgotten());
        Roster eligible = view.eligible();
        return new Knowledge(
                view,
                (forgot ? Watch.NONE : before.outlook().watch()).looked(sighting.cards(), now, timing),
                before.outlook().memory().after(sighting, forgot, now, timing),
                before.outlook().settling().seen(eligible, differs(view), differs(old), now));
    }

    private static boolean differs(View view) {
        return view.allocation()
                .filter(allocation -> allocation.roster().equals(view.eligible()))
                .isEmpty();
    }

    /** A board that lost its memory: what it does not confirm is dropped without grace. */
    private static Turn forgotten(Standing before, Sighting sighting, Incarnation me) {
        Event told = new Event.BoardForgot("it is at "
                + sighting.version().map(Object::toString).orElse("no allocation") + " in the memory "
                + sighting.origin());
        Optional<Allocation> next = before.view().allocation();
        if (next.isEmpty() || before.holdings().basis().isEmpty()) {
            Turn dropped = drop(before);
            return new Turn(forgetAcknowledged(dropped.standing()), prepend(told, dropped.events()));
        }
        Holdings held = before.holdings();
        Confirmed confirmed = Confirmed.of(held.basis().get(), held.held(), next.get(), Holdings.owned(next.get(), me));
        Holdings rest = new Holdings(next, confirmed.kept(), List.of(), Optional.empty(), held.made());
        List<Event> events = new ArrayList<>(List.of(told));
        events.addAll(dropping(held, confirmed.lost()));
        events.add(new Event.Adopted(next.get()));
        return new Turn(forgetAcknowledged(before.with(rest)), events);
    }

    /** An epoch acknowledged before the board forgot says nothing about those that come. */
    private static Standing forgetAcknowledged(Standing standing) {
        return standing.with(standing.post().map(post -> post.acknowledging(0)));
    }

    /** 4. What the allocation no longer confirms is let go of. */
    private static Turn adopted(Standing before, Incarnation me, long until) {
        Optional<Allocation> next = before.view().allocation();
        Holdings held = before.holdings();
        if (next.isEmpty() || held.basis().map(Allocation::version).equals(next.map(Allocation::version))) {
            return Turn.to(before);
        }
        Holdings confirmed =
                held.confirmedBy(next.get(), me, until, before.self().ahead());
        List<Event> events = new ArrayList<>();
        if (confirmed.made() > held.made()) {
            events.add(
                    new Event.Lost(confirmed.partings().get(confirmed.partings().size() - 1)));
        }
        if (held.exclusive().isPresent() && confirmed.exclusive().isEmpty()) {
            events.add(new Event.NotAlone());
        }
        events.add(new Event.Adopted(next.get()));
        return new Turn(before.with(confirmed), events);
    }

    /** 5. The known epoch is acknowledged only when nothing is being let go of; until then nothing is. */
    private static Standing acknowledged(Standing before) {
        Optional<Allocation> known = before.holdings().basis();
        if (before.holdings().lettingGo() || known.isEmpty()) {
            return before;
        }
        return before.with(
                before.post().map(post -> post.acknowledging(known.get().epoch())));
    }

    /** 6. What is mine and free of all who had it, while the lease runs and the board is trusted. */
    private static Turn gained(Standing before, Incarnation me, long now) {
        if (!before.lease().runsAt(now) || before.outlook().memory().quietAt(now)) {
            return Turn.to(before);
        }
        Witness witness = before.view().witness();
        boolean wants = !before.self().leaving() && !before.self().suspended();
        Runs gained = wants ? before.holdings().gainable(me, witness) : Runs.NONE;
        Turn turn = gained.isEmpty()
                ? Turn.to(before)
                : Turn.to(
                        before.with(before.holdings().plus(gained)),
                        new Event.Gained(before.holdings().basis().orElseThrow(), gained));
        return turn.then(alone(turn.standing(), me, witness));
    }

    /** 9. An exclusive job starts when everybody has let go: all on the board have acknowledged the epoch that is known. */
    private static Turn alone(Standing before, Incarnation me, Witness witness) {
        Optional<Allocation> known = before.holdings().basis();
        boolean granted = known.isPresent()
                && before.holdings().exclusive().isEmpty()
                && known.get().directives().exclusive().filter(me::equals).isPresent()
                && witness.present(me)
                && witness.behind(known.get().epoch()).isEmpty();
        return granted
                ? Turn.to(
                        before.with(before.holdings().grantExclusive(known.get().version())),
                        new Event.Alone(known.get()))
                : Turn.to(before);
    }

    /** The work on a parting's pieces has let go. */
    public static Turn released(Standing before, long number) {
        Optional<Parting> parting = before.holdings().partings().stream()
                .filter(one -> one.number() == number)
                .findFirst();
        return parting.map(one -> part(before, one, true)).orElse(Turn.to(before));
    }

    /** Time passed: whoever has not let go within the grace time is waited for no longer. */
    public static Turn passed(Standing before, long now) {
        Turn turn = Turn.to(before);
        for (Parting parting : before.holdings().partings()) {
            if (parting.until() <= now) {
                turn = turn.then(part(turn.standing(), parting, false));
            }
        }
        return turn;
    }

    private static Turn part(Standing before, Parting parting, boolean inTime) {
        Standing after = before.with(before.holdings().released(parting.number()));
        return Turn.to(acknowledged(after), new Event.Parted(parting, inTime));
    }

    /** Drops everything at once. */
    static Turn drop(Standing before) {
        Holdings held = before.holdings();
        return new Turn(before.with(held.dropped()), dropping(held, held.held()));
    }

    private static List<Event> dropping(Holdings held, Runs dropped) {
        List<Event> events = new ArrayList<>();
        if (!dropped.isEmpty() || held.lettingGo()) {
            events.add(new Event.Dropped(held.basis(), dropped));
        }
        if (held.exclusive().isPresent()) {
            events.add(new Event.NotAlone());
        }
        return events;
    }

    private static List<Event> prepend(Event first, List<Event> rest) {
        List<Event> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }
}
