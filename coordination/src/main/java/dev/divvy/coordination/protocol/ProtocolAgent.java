package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
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
public final class ProtocolAgent {

    /** A hint of the board leads to a pulse at most so many times in a pulse's time. */
    private static final int HINTS_A_PULSE = 20;

    /** How often who waits for others to let go looks, where a pulse would be one look: not every board tells. */
    private static final int LOOKS_A_PULSE = 5;

    private final GroupRules rules;
    private final UniqueNumbers draw;
    private final List<MemberEvent> events = new ArrayList<>();

    private ProtocolState standing;
    private JoinAttempt entrance = JoinAttempt.FRESH;
    private Optional<BoardRequest> outstanding = Optional.empty();
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

    public ProtocolAgent(GroupRules rules, UniqueNumbers draw, MemberSettings self, BoardMemory memory, long now) {
        this.rules = rules;
        this.draw = draw;
        this.standing = ProtocolState.outside(self.living(rules.timing().timeToLive()), memory);
        this.due = now;
    }

    public ProtocolState standing() {
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

    public Optional<BoardRequest> outstanding() {
        return outstanding;
    }

    /** What happened since this was last asked, in order. */
    public List<MemberEvent> events() {
        List<MemberEvent> told = List.copyOf(events);
        events.clear();
        return told;
    }

    // --- what to do ---

    /** The request to send now, if there is one; its answer, or that there was none, must be told. */
    public Optional<BoardRequest> poll(long now) {
        take(ProtocolStep.passed(standing, now));
        if (gone || outstanding.isPresent()) {
            return Optional.empty();
        }
        outstanding = standing.post().isPresent() ? inside(now) : outside(now);
        return outstanding;
    }

    /** When to poll again at the latest, if nothing comes before. */
    public long wakeAt() {
        long wake = standing.holdings().partings().stream()
                .mapToLong(PendingRelease::until)
                .min()
                .orElse(Long.MAX_VALUE);
        if (gone || outstanding.isPresent()) {
            return wake;
        }
        wake = Math.min(wake, nextPulse());
        if (looked && standing.post().isPresent()) {
            wake = Math.min(wake, PublishStep.nextDue(standing, rules));
            wake = Math.min(
                    wake, standing.outlook().watch().nextStill(standing.life().orElseThrow(), rules.timing()));
        }
        return wake;
    }

    private Optional<BoardRequest> outside(long now) {
        if (standing.self().leaving()) {
            return givingUp(now);
        }
        if (now < due) {
            return Optional.empty();
        }
        Optional<JoinAttempt.Occupant> inTheWay = entrance.removable(now, rules.timing());
        if (inTheWay.isPresent()) {
            return remove(inTheWay.get().life(), inTheWay.get().beat(), now);
        }
        Incarnation life = new Incarnation(standing.self().id(), draw.incarnation(entrance.highest()));
        entrance = entrance.attempting(life);
        ProtocolState joining = standing.with(Optional.of(CardPlace.of(life)));
        return Optional.of(new BoardRequest.Join(++requests, now, joining.card()));
    }

    /** Who leaves before it came in takes back, once, what it may have put on the board. */
    private Optional<BoardRequest> givingUp(long now) {
        Optional<Incarnation> attempt = entrance.attempts().stream().findFirst();
        gone = attempt.isEmpty();
        entrance = attempt.map(entrance::withdrawing).orElse(entrance);
        return attempt.flatMap(life -> remove(life, 0, now));
    }

    /** What was seen is acted upon before the next look, however slow the board: else a slow one would only ever be looked at. */
    private Optional<BoardRequest> inside(long now) {
        return acting(now).or(() -> now >= nextPulse() ? pulse(now) : Optional.empty());
    }

    private Optional<BoardRequest> acting(long now) {
        if (!looked) {
            return Optional.empty();
        }
        Incarnation me = standing.life().orElseThrow();
        if (mayWithdraw(me)) {
            return remove(me, standing.view().cardOf(me).orElseThrow().beat(), now);
        }
        if (PublishStep.looksFirst(standing, rules, now)) {
            return pulse(now);
        }
        Optional<Publication> publication = PublishStep.due(standing, rules, draw, now);
        if (publication.isPresent()) {
            return Optional.of(new BoardRequest.Publish(++requests, now, me, publication.get()));
        }
        return standing.outlook()
                .watch()
                .still(me, now, rules.timing())
                .flatMap(dead -> remove(dead.getKey(), dead.getValue().beat(), now));
    }

    private Optional<BoardRequest> pulse(long now) {
        standing = standing.with(standing.post().map(CardPlace::beaten));
        hinted = false;
        asksBeforePulse = asks;
        lastPulse = now;
        due = now + rules.timing().pulse().toNanos();
        return Optional.of(new BoardRequest.Pulse(
                ++requests,
                now,
                standing.card(),
                unsure ? Optional.empty() : standing.view().version()));
    }

    private Optional<BoardRequest> remove(Incarnation life, long beat, long now) {
        return Optional.of(new BoardRequest.Remove(++requests, now, life, beat));
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
    public void joined(BoardRequest.Join request, Admission admission, long now) {
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
            take(ProtocolStep.joined(standing, request.card().life()));
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
            events.add(new MemberEvent.Occupied(by));
        } else if (!alive.equals(Optional.of(by.life())) && met.orElseThrow().beat() != by.beat()) {
            alive = Optional.of(by.life());
            events.add(new MemberEvent.Taken(by));
        }
    }

    /** The board answered a pulse; empty means ejected. */
    public void pulsed(BoardRequest.Pulse request, Optional<BoardSnapshot> answer, long now) {
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
            take(ProtocolStep.ejected(standing));
            take(OperatorReplies.ejected(standing, request.card().life()));
        } else if (newest && !standing.outlook().memory().understands(answer.get())) {
            unsure = true;
            lookAgain(now);
        } else if (newest) {
            failures = 0;
            looked = true;
            unsure = false;
            posted = Optional.of(request.card());
            take(ProtocolStep.sighted(standing, request.sentAt(), answer.get(), rules.timing(), now));
            take(OperatorReplies.seen(standing, asksBeforePulse));
        } else if (standing.outlook().memory().isOf(answer.get())) {
            standing = ProtocolStep.renewed(standing, request.sentAt(), rules.timing());
        }
    }

    /** The board answered whether an allocation was published. */
    public void published(BoardRequest.Publish request, boolean done, long now) {
        if (settles(request)) {
            lookAgain(now);
            if (done) {
                take(OperatorReplies.published(standing, request.publication().asked()));
            }
        }
    }

    /** The board answered whether a card is off. */
    public void removed(BoardRequest.Remove request, boolean off, long now) {
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
                standing = standing.with(Optional.<CardPlace>empty()).with(Lease.NONE);
                events.add(new MemberEvent.Left(life));
            } else {
                lookAgain(now);
            }
        } else {
            standing = standing.with(
                    standing.outlook().watching(standing.outlook().watch().without(life)));
            if (off) {
                events.add(new MemberEvent.Removed(life));
            }
            lookAgain(now);
        }
    }

    /** No answer came in time, or the board could not be asked. Whether the request was carried out is unknown. */
    public void failed(BoardRequest request, long now) {
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

    private boolean settles(BoardRequest request) {
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
        take(ProtocolStep.released(standing, parting));
    }

    /** The process wants to be something else: suspended or not, lighter, leaving. */
    public void become(UnaryOperator<MemberSettings> change) {
        standing = standing.with(change.apply(standing.self()));
    }

    /**
     * Asks a change of the group; an {@link MemberEvent.Answered} with this number tells what came of it. What was seen before says nothing about
     * it: somebody may have changed the group since. So it is published, or answered by a pulse that is sent after it was asked.
     */
    public long ask(Change change) {
        OperatorRequest asked = new OperatorRequest(++asks, change);
        List<OperatorRequest> all = new ArrayList<>(standing.asked());
        all.add(asked);
        standing = standing.asking(all);
        hinted = true;
        return asked.number();
    }

    /** Drops everything at once and goes without a word; the others will notice. */
    public void abandon() {
        take(ProtocolStep.drop(standing));
        gone = true;
    }

    private void take(StepResult turn) {
        standing = turn.standing();
        events.addAll(turn.events());
    }
}
