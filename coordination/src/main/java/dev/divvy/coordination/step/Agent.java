package dev.divvy.coordination.step;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.Self;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.Sighting;
import dev.divvy.coordination.step.knowledge.BoardMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Plays the protocol for one member: says what to ask of the board next, takes the answers, and tells what happened. It does no I/O and
 * has no clock: a thread runs it in production, the simulator in tests. Not safe for several threads; whoever runs it is its one writer.
 *
 * <p>One request is under way at a time. A request that took too long is {@link #failed}; its answer may still come and is then late: it
 * renews the lease and does nothing else.
 */
public final class Agent {

    /** A hint of the board leads to a pulse at most so many times in a pulse's time. */
    private static final int HINTS_A_PULSE = 20;

    /** How often who waits for others to let go looks, where a pulse would be one look: not every board tells. */
    private static final int LOOKS_A_PULSE = 5;

    private final Rules rules;
    private final Draw draw;
    private final List<Event> events = new ArrayList<>();

    private Standing standing;
    private Entrance entrance = Entrance.FRESH;
    private Optional<Request> outstanding = Optional.empty();
    private Optional<Card> posted = Optional.empty();
    private long requests;
    private long asks;
    private long asksBeforePulse;
    private long due;
    private long lastPulse = Long.MIN_VALUE;
    private int failures;
    private boolean hinted;
    private boolean looked;

    /** The board has another memory, in which a version that this member knows may be another allocation: it must be told anew. */
    private boolean unsure;

    /** The stranger in the way as it was first met, and the last one that was told to be alive. */
    private Optional<Card> met = Optional.empty();

    private Optional<Incarnation> alive = Optional.empty();

    private boolean gone;

    public Agent(Rules rules, Draw draw, Self self, BoardMemory memory, long now) {
        this.rules = rules;
        this.draw = draw;
        this.standing = Standing.outside(self.living(rules.timing().timeToLive()), memory);
        this.due = now;
    }

    public Standing standing() {
        return standing;
    }

    /** Whether it has left, or never will join: there is nothing more to do. */
    public boolean isGone() {
        return gone;
    }

    /** How many requests in a row failed; 0 when the last one did not. */
    public int failures() {
        return failures;
    }

    public Optional<Request> outstanding() {
        return outstanding;
    }

    /** What happened since this was last asked, in order. */
    public List<Event> events() {
        List<Event> told = List.copyOf(events);
        events.clear();
        return told;
    }

    // --- what to do ---

    /** The request to send now, if there is one; its answer, or that there was none, must be told. */
    public Optional<Request> poll(long now) {
        take(Step.passed(standing, now));
        if (gone || outstanding.isPresent()) {
            return Optional.empty();
        }
        outstanding = standing.post().isPresent() ? inside(now) : outside(now);
        return outstanding;
    }

    /** When to poll again at the latest, if nothing comes before. */
    public long wakeAt() {
        long wake = standing.holdings().partings().stream()
                .mapToLong(Parting::until)
                .min()
                .orElse(Long.MAX_VALUE);
        if (gone || outstanding.isPresent()) {
            return wake;
        }
        wake = Math.min(wake, nextPulse());
        if (looked && standing.post().isPresent()) {
            wake = Math.min(wake, Publishing.nextDue(standing, rules));
            wake = Math.min(
                    wake, standing.outlook().watch().nextStill(standing.life().orElseThrow(), rules.timing()));
        }
        return wake;
    }

    private Optional<Request> outside(long now) {
        if (standing.self().leaving()) {
            return givingUp(now);
        }
        if (now < due) {
            return Optional.empty();
        }
        Optional<Entrance.Occupant> inTheWay = entrance.removable(now, rules.timing());
        if (inTheWay.isPresent()) {
            return remove(inTheWay.get().life(), inTheWay.get().beat(), now);
        }
        Incarnation life = new Incarnation(standing.self().id(), draw.incarnation(entrance.highest()));
        entrance = entrance.attempting(life);
        Standing joining = standing.with(Optional.of(Post.of(life)));
        return Optional.of(new Request.Join(++requests, now, joining.card()));
    }

    /** Who leaves before it came in takes back, once, what it may have put on the board. */
    private Optional<Request> givingUp(long now) {
        Optional<Incarnation> attempt = entrance.attempts().stream().findFirst();
        gone = attempt.isEmpty();
        entrance = attempt.map(entrance::withdrawing).orElse(entrance);
        return attempt.flatMap(life -> remove(life, 0, now));
    }

    /** What was seen is acted upon before the next look, however slow the board: else a slow one would only ever be looked at. */
    private Optional<Request> inside(long now) {
        return acting(now).or(() -> now >= nextPulse() ? pulse(now) : Optional.empty());
    }

    private Optional<Request> acting(long now) {
        if (!looked) {
            return Optional.empty();
        }
        Incarnation me = standing.life().orElseThrow();
        if (mayWithdraw(me)) {
            return remove(me, standing.view().cardOf(me).orElseThrow().beat(), now);
        }
        if (Publishing.looksFirst(standing, rules, now)) {
            return pulse(now);
        }
        Optional<Publication> publication = Publishing.due(standing, rules, draw, now);
        if (publication.isPresent()) {
            return Optional.of(new Request.Publish(++requests, now, me, publication.get()));
        }
        return standing.outlook()
                .watch()
                .still(me, now, rules.timing())
                .flatMap(dead -> remove(dead.getKey(), dead.getValue().beat(), now));
    }

    private Optional<Request> pulse(long now) {
        standing = standing.with(standing.post().map(Post::beaten));
        hinted = false;
        asksBeforePulse = asks;
        lastPulse = now;
        due = now + rules.timing().pulse().toNanos();
        return Optional.of(new Request.Pulse(
                ++requests,
                now,
                standing.card(),
                unsure ? Optional.empty() : standing.view().version()));
    }

    private Optional<Request> remove(Incarnation life, long beat, long now) {
        return Optional.of(new Request.Remove(++requests, now, life, beat));
    }

    /** 8. Who leaves goes when it is out of the roster and has let go of everything. */
    private boolean mayWithdraw(Incarnation me) {
        return standing.self().leaving()
                && standing.view().shows(me)
                && standing.holdings().isEmpty()
                && standing.view()
                        .allocation()
                        .filter(known -> Holdings.lists(known, me))
                        .isEmpty();
    }

    /** Others wait for what this member has to say, or there is something to see. */
    private boolean mustSpeak() {
        return failures == 0
                && standing.post().isPresent()
                && (hinted
                        || posted.filter(card -> card.saysTheSameAs(standing.card()))
                                .isEmpty());
    }

    /** Whether it waits for others to let go of what it owns. */
    private boolean waits() {
        return failures == 0
                && standing.life().filter(standing.holdings()::waits).isPresent();
    }

    private long nextPulse() {
        if (lastPulse == Long.MIN_VALUE) {
            return due;
        }
        long pulse = rules.timing().pulse().toNanos();
        long spoken = mustSpeak() ? lastPulse + pulse / HINTS_A_PULSE : due;
        return Math.min(Math.min(due, spoken), waits() ? lastPulse + pulse / LOOKS_A_PULSE : due);
    }

    // --- what comes back ---

    /** The board answered a request to join. */
    public void joined(Request.Join request, Admission admission, long now) {
        if (!settles(request)) {
            return;
        }
        failures = 0;
        due = now;
        if (admission instanceof Admission.Admitted) {
            entrance = entrance.entered();
            met = Optional.empty();
            posted = Optional.of(request.card());
            looked = false;
            take(Step.joined(standing, request.card().life()));
        } else if (admission instanceof Admission.Occupied occupied) {
            meet(occupied.by());
            entrance = entrance.occupied(occupied.by(), now);
            if (entrance.removable(now, rules.timing()).isEmpty()) {
                due = now + rules.timing().pulse().toNanos();
            }
        } else if (admission instanceof Admission.Outlived outlived) {
            entrance = entrance.outlived(outlived.highest());
        }
    }

    /** Tells once of each stranger in the way, and once more when its beat shows that it lives. */
    private void meet(Card by) {
        if (entrance.attempts().contains(by.life())) {
            return;
        }
        if (met.filter(before -> before.life().equals(by.life())).isEmpty()) {
            met = Optional.of(by);
            events.add(new Event.Occupied(by));
        } else if (!alive.equals(Optional.of(by.life())) && met.orElseThrow().beat() != by.beat()) {
            alive = Optional.of(by.life());
            events.add(new Event.Taken(by));
        }
    }

    /** The board answered a pulse; empty means ejected. */
    public void pulsed(Request.Pulse request, Optional<Sighting> answer, long now) {
        boolean newest = settles(request);
        if (!standing.life().equals(Optional.of(request.card().life()))) {
            return;
        }
        if (answer.isEmpty()) {
            outstanding = Optional.empty();
            entrance = entrance.outlived(request.card().life().number());
            posted = Optional.empty();
            looked = false;
            due = now;
            take(Step.ejected(standing));
            take(Answering.ejected(standing, request.card().life()));
        } else if (newest && !standing.outlook().memory().understands(answer.get())) {
            unsure = true;
            lookAgain(now);
        } else if (newest) {
            failures = 0;
            looked = true;
            unsure = false;
            posted = Optional.of(request.card());
            take(Step.sighted(standing, request.sentAt(), answer.get(), rules.timing(), now));
            take(Answering.seen(standing, asksBeforePulse));
        } else if (standing.outlook().memory().isOf(answer.get())) {
            standing = Step.renewed(standing, request.sentAt(), rules.timing());
        }
    }

    /** The board answered whether an allocation was published. */
    public void published(Request.Publish request, boolean done, long now) {
        if (settles(request)) {
            lookAgain(now);
            if (done) {
                take(Answering.published(standing, request.publication().asked()));
            }
        }
    }

    /** The board answered whether a card is off. */
    public void removed(Request.Remove request, boolean off, long now) {
        if (!settles(request)) {
            return;
        }
        failures = 0;
        Incarnation life = request.life();
        if (standing.post().isEmpty()) {
            entrance = entrance.cleared();
            due = now;
        } else if (standing.life().equals(Optional.of(life))) {
            if (off) {
                gone = true;
                standing = standing.with(Optional.<Post>empty()).with(Lease.NONE);
                events.add(new Event.Left(life));
            } else {
                lookAgain(now);
            }
        } else {
            standing = standing.with(
                    standing.outlook().watching(standing.outlook().watch().without(life)));
            if (off) {
                events.add(new Event.Removed(life));
            }
            lookAgain(now);
        }
    }

    /** No answer came in time, or the board could not be asked. Whether the request was carried out is unknown. */
    public void failed(Request request, long now) {
        if (settles(request)) {
            failures++;
            looked = false;
            due = now + RetryDelay.after(failures, standing.self().id(), rules.timing());
        }
    }

    /** Acting on what was seen met a fault, of an allocator perhaps: what is under way counts as failed, and the next pulse looks again. */
    public void faulted(long now) {
        outstanding.ifPresent(request -> failed(request, now));
        looked = false;
    }

    private boolean settles(Request request) {
        boolean newest =
                outstanding.filter(one -> one.number() == request.number()).isPresent();
        if (newest) {
            outstanding = Optional.empty();
        }
        return newest;
    }

    private void lookAgain(long now) {
        failures = 0;
        looked = false;
        due = now;
    }

    // --- what the application says ---

    /** The board hinted that something changed. */
    public void hint() {
        hinted = true;
    }

    /** The work on the pieces of a parting has let go. */
    public void released(long parting) {
        take(Step.released(standing, parting));
    }

    /** The process wants to be something else: suspended or not, lighter, leaving. */
    public void become(UnaryOperator<Self> change) {
        standing = standing.with(change.apply(standing.self()));
    }

    /**
     * Asks a change of the group; an {@link Event.Answered} with this number tells what came of it. What was seen before says nothing about
     * it: somebody may have changed the group since. So it is published, or answered by a pulse that is sent after it was asked.
     */
    public long ask(Change change) {
        Asked asked = new Asked(++asks, change);
        List<Asked> all = new ArrayList<>(standing.asked());
        all.add(asked);
        standing = standing.asking(all);
        hinted = true;
        return asked.number();
    }

    /** Drops everything at once and goes without a word; the others will notice. */
    public void abandon() {
        take(Step.drop(standing));
        gone = true;
    }

    private void take(Turn turn) {
        standing = turn.standing();
        events.addAll(turn.events());
    }
}
