package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.coordination.protocol.knowledge.DirectReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Runs the protocol for one member: chooses the next request to the board, processes the replies, and collects the events. It does no I/O
 * and has no clock: a thread drives it in production, the simulator in tests. Not thread-safe.
 *
 * <p>One request is outstanding at a time. A request that took too long is {@link #failed}. Its reply may still arrive; a late reply renews
 * the lease and has no other effect.
 */
public final class ProtocolAgent {

    private final GroupRules rules;
    private final UniqueNumbers numbers;
    private final List<MemberEvent> events = new ArrayList<>();

    private ProtocolState state;
    private JoinAttempt joinAttempt = JoinAttempt.NONE;
    private Optional<BoardRequest> outstanding = Optional.empty();
    private Optional<Card> lastCard = Optional.empty();
    private long requestCount;
    private long operatorRequestCount;
    private long operatorRequestsBeforePulse;
    private long due;
    private long lastPulse = Long.MIN_VALUE;
    private int failures;
    private boolean hinted;

    /** Whether a pulse was answered and nothing was requested or failed since, so that the member may act on its view. */
    private boolean viewIsFresh;

    /** The board has another origin, for which a version that this member knows may be another allocation: it must be read in full. */
    private boolean needsAllocation;

    private final PublishStep.Rebalancing rebalancing = new PublishStep.Rebalancing();
    private final JoinAttempt.OccupantReports occupants = new JoinAttempt.OccupantReports();
    private final GroupRules.FitCheck fit;
    private boolean gone;

    public ProtocolAgent(GroupRules rules, UniqueNumbers numbers, MemberSettings self, BoardMemory memory, long now) {
        this.rules = rules;
        this.fit = new GroupRules.FitCheck(rules);
        this.numbers = numbers;
        this.state = ProtocolState.outside(self.withTimeToLive(rules.timing().timeToLive()), memory);
        this.due = now;
    }

    public ProtocolState state() {
        return state;
    }

    /** Whether the member has left, or will never join, so that there is nothing more to do. */
    public boolean isGone() {
        return gone;
    }

    /** Returns the number of consecutive failed requests; 0 if the last one succeeded. */
    public int failures() {
        return failures;
    }

    public Optional<BoardRequest> outstanding() {
        return outstanding;
    }

    /** Returns and clears the events since the last call, in order. */
    public List<MemberEvent> events() {
        List<MemberEvent> drained = List.copyOf(events);
        events.clear();
        return drained;
    }

    // --- requests ---

    /** Returns the request to send now, if there is one. The caller must report its reply, or its failure. */
    public Optional<BoardRequest> poll(long now) {
        apply(ProtocolStep.releaseOverdue(state, now));
        if (gone || outstanding.isPresent()) {
            return Optional.empty();
        }
        outstanding = state.place().isPresent() ? nextAsMember(now) : nextToJoin(now);
        return outstanding;
    }

    /** Returns when to poll again at the latest, if nothing happens before. */
    public long wakeAt() {
        long wake = state.holdings().pendingReleases().stream()
                .mapToLong(PendingRelease::until)
                .min()
                .orElse(Long.MAX_VALUE);
        if (gone || outstanding.isPresent()) {
            return wake;
        }
        wake = Math.min(wake, nextPulse());
        if (viewIsFresh && state.place().isPresent()) {
            wake = Math.min(wake, PublishStep.nextDue(state, rules));
            Incarnation me = state.incarnation().orElseThrow();
            wake = Math.min(wake, state.knowledge().monitor().nextExpiry(me, rules.timing()));
        }
        return wake;
    }

    private Optional<BoardRequest> nextToJoin(long now) {
        if (state.self().leaving()) {
            return withdrawAttempt(now);
        }
        if (now < due) {
            return Optional.empty();
        }
        Optional<JoinAttempt.Occupant> occupant = joinAttempt.removable(now, rules.timing());
        if (occupant.isPresent()) {
            return remove(occupant.get().incarnation(), occupant.get().beat(), now);
        }
        if (fit.mustLook()) {
            return Optional.of(new BoardRequest.Look(++requestCount, now));
        }
        Incarnation incarnation = new Incarnation(state.self().id(), numbers.incarnation(joinAttempt.highest()));
        joinAttempt = joinAttempt.withAttempt(incarnation);
        ProtocolState joining = state.with(Optional.of(CardPlace.of(incarnation)));
        return Optional.of(new BoardRequest.Join(++requestCount, now, joining.card()));
    }

    /** A member that leaves before it joined tries once to remove each card that it may have added to the board. */
    private Optional<BoardRequest> withdrawAttempt(long now) {
        Optional<Incarnation> attempt = joinAttempt.attempts().stream().findFirst();
        gone = attempt.isEmpty();
        joinAttempt = attempt.map(joinAttempt::withoutAttempt).orElse(joinAttempt);
        return attempt.flatMap(incarnation -> remove(incarnation, 0, now));
    }

    /** Acts on the last view before it pulses again: with a slow board, on which a pulse is always due, it would otherwise only pulse. */
    private Optional<BoardRequest> nextAsMember(long now) {
        return actOnView(now).or(() -> now >= nextPulse() ? pulse(now) : Optional.empty());
    }

    private Optional<BoardRequest> actOnView(long now) {
        if (!viewIsFresh) {
            return Optional.empty();
        }
        Incarnation me = state.incarnation().orElseThrow();
        if (fit.hasRefused() ? ProtocolStep.hasReleased(state, me) : ProtocolStep.mayWithdraw(state, me)) {
            return remove(me, state.view().cardOf(me).orElseThrow().beat(), now);
        }
        if (PublishStep.needsFreshView(state, rules, now)) {
            return pulse(now);
        }
        Optional<Publication> publication =
                PublishStep.due(state, rules, numbers, now).or(() -> rebalancing.plan(state, rules, now));
        if (publication.isPresent()) {
            return Optional.of(new BoardRequest.Publish(++requestCount, now, me, publication.get()));
        }
        return state.knowledge()
                .monitor()
                .expired(me, now, rules.timing())
                .flatMap(dead -> remove(dead.getKey(), dead.getValue().beat(), now));
    }

    private Optional<BoardRequest> pulse(long now) {
        state = state.with(state.place().map(CardPlace::nextBeat));
        hinted = false;
        operatorRequestsBeforePulse = operatorRequestCount;
        lastPulse = now;
        due = now + rules.timing().pulse().toNanos();
        return Optional.of(new BoardRequest.Pulse(
                ++requestCount,
                now,
                state.card(),
                needsAllocation ? Optional.empty() : state.view().version()));
    }

    private Optional<BoardRequest> remove(Incarnation incarnation, long beat, long now) {
        return Optional.of(new BoardRequest.Remove(++requestCount, now, incarnation, beat));
    }

    /** Whether to pulse early, because the board sent a hint or the member's card has changed. */
    private boolean hasNews() {
        return failures == 0
                && state.place().isPresent()
                && (hinted || !lastCard.map(state.card()::equalsIgnoringBeat).orElse(false));
    }

    /** Whether the member waits for others to release pieces that it owns. */
    private boolean isWaiting() {
        return failures == 0
                && state.incarnation().filter(state.holdings()::isWaiting).isPresent();
    }

    private long nextPulse() {
        return lastPulse == Long.MIN_VALUE
                ? due
                : RequestSchedule.nextPulse(lastPulse, due, hasNews(), isWaiting(), rules.timing());
    }

    /** Processes the board's content before joining: a member that does not fit the group changes nothing on the board. */
    public void looked(BoardRequest.Look request, BoardSnapshot snapshot, long now) {
        if (!completeOutstanding(request)) {
            return;
        }
        failures = 0;
        due = now;
        fit.looked(state.self().abilities(), snapshot).ifPresent(reason -> {
            gone = true;
            events.add(new MemberEvent.Refused(reason));
        });
    }

    private void leaveRefused(String reason) {
        events.add(new MemberEvent.Refused(reason));
        reconfigure(MemberSettings::leave);
    }

    /** Processes the board's reply to a request to join. */
    public void joined(BoardRequest.Join request, Admission admission, long now) {
        if (!completeOutstanding(request)) {
            return;
        }
        failures = 0;
        due = now;
        if (admission instanceof Admission.Admitted) {
            joinAttempt = joinAttempt.admitted();
            occupants.forget();
            lastCard = Optional.of(request.card());
            viewIsFresh = false;
            apply(ProtocolStep.joined(state, request.card().incarnation()));
        } else if (admission instanceof Admission.Occupied occupied) {
            occupants.seen(occupied.by(), joinAttempt).ifPresent(events::add);
            joinAttempt = joinAttempt.occupied(occupied.by(), now);
            if (joinAttempt.removable(now, rules.timing()).isEmpty()) {
                due = now + rules.timing().pulse().toNanos();
            }
        } else if (admission instanceof Admission.Outlived outlived) {
            joinAttempt = joinAttempt.outlived(outlived.highest());
        }
    }

    /** Processes the board's reply to a pulse; an empty reply means that the member was ejected. */
    public void pulsed(BoardRequest.Pulse request, Optional<BoardSnapshot> reply, long now) {
        boolean newest = completeOutstanding(request);
        if (!state.incarnation().equals(Optional.of(request.card().incarnation()))) {
            return;
        }
        if (reply.isEmpty()) {
            outstanding = Optional.empty();
            joinAttempt = joinAttempt.outlived(request.card().incarnation().number());
            lastCard = Optional.empty();
            viewIsFresh = false;
            fit.forget();
            due = now;
            apply(ProtocolStep.ejected(state));
            apply(OperatorReplies.ejected(state, request.card().incarnation()));
        } else if (newest && !state.knowledge().memory().isSufficient(reply.get())) {
            needsAllocation = true;
            pulseAgain(now);
        } else if (newest) {
            failures = 0;
            viewIsFresh = true;
            needsAllocation = false;
            lastCard = Optional.of(request.card());
            fit.joined(reply.get(), state.incarnation()).ifPresent(this::leaveRefused);
            apply(ProtocolStep.observed(state, request.sentAt(), reply.get(), rules.timing(), now));
            apply(OperatorReplies.fromBoard(state, operatorRequestsBeforePulse));
        } else if (state.knowledge().memory().matches(reply.get())) {
            state = ProtocolStep.renewed(state, request.sentAt(), rules.timing());
        }
    }

    /** Processes the board's reply whether an allocation was published. */
    public void published(BoardRequest.Publish request, boolean done, long now) {
        if (completeOutstanding(request)) {
            pulseAgain(now);
            if (done) {
                apply(OperatorReplies.published(state, request.publication().requests()));
            }
        }
    }

    /** Processes the board's reply whether a card is absent. */
    public void removed(BoardRequest.Remove request, boolean absent, long now) {
        if (!completeOutstanding(request)) {
            return;
        }
        failures = 0;
        Incarnation incarnation = request.incarnation();
        if (state.place().isEmpty()) {
            joinAttempt = joinAttempt.withoutOccupant();
            due = now;
        } else if (state.incarnation().equals(Optional.of(incarnation))) {
            if (absent) {
                gone = true;
                state = state.with(Optional.<CardPlace>empty()).with(Lease.NONE);
                events.add(new MemberEvent.Left(incarnation));
            } else {
                pulseAgain(now);
            }
        } else {
            state = state.with(
                    state.knowledge().with(state.knowledge().monitor().without(incarnation)));
            if (absent) {
                events.add(new MemberEvent.Removed(incarnation));
            }
            pulseAgain(now);
        }
    }

    /** Records that no reply came in time, or that the board could not be reached. Whether the request was carried out is unknown. */
    public void failed(BoardRequest request, long now) {
        if (completeOutstanding(request)) {
            failures++;
            viewIsFresh = false;
            due = now + RequestSchedule.retryDelay(failures, state.self().id(), rules.timing());
        }
    }

    /** Records that acting on the view threw, perhaps in an allocator: an outstanding request has failed, and the board is read again. */
    public void faulted(long now) {
        outstanding.ifPresent(request -> failed(request, now));
        viewIsFresh = false;
    }

    private boolean completeOutstanding(BoardRequest request) {
        boolean newest = outstanding.map(BoardRequest::number).equals(Optional.of(request.number()));
        if (newest) {
            outstanding = Optional.empty();
        }
        return newest;
    }

    private void pulseAgain(long now) {
        failures = 0;
        viewIsFresh = false;
        due = now;
    }

    // --- calls of the application ---

    /** Records a hint of the board that something changed. */
    public void hint() {
        hinted = true;
    }

    /** Completes a release: all work on its pieces has ended. */
    public void released(long release) {
        apply(ProtocolStep.released(state, release));
    }

    /** Records that other members have released pieces; see {@link ProtocolStep#releasedBy}. */
    public void releasedBy(List<DirectReleases.Report> reports, long now) {
        apply(ProtocolStep.releasedBy(state, reports, now));
    }

    /** Records that an allocation is settled, for the next pulse; see {@link ProtocolStep#settled}. */
    public void settle(Version version) {
        state = ProtocolStep.settled(state, version);
    }

    /** Changes the member's settings: suspended, weight, leaving. */
    public void reconfigure(UnaryOperator<MemberSettings> change) {
        state = state.with(change.apply(state.self()));
    }

    /**
     * Asks for a change of the group; {@link MemberEvent.Answered} reports the outcome under the returned number. The present view cannot
     * decide the request, because the group may have changed since: the change is published, or a pulse sent after this call decides it.
     */
    public long request(Change change) {
        OperatorRequest request = new OperatorRequest(++operatorRequestCount, change);
        state = state.withRequests(
                Stream.concat(state.requests().stream(), Stream.of(request)).toList());
        hinted = true;
        return request.number();
    }

    /** Drops everything at once and leaves without removing its card; the other members will eject it. */
    public void abandon() {
        apply(ProtocolStep.drop(state));
        gone = true;
    }

    private void apply(StepResult result) {
        state = result.state();
        events.addAll(result.events());
    }
}
