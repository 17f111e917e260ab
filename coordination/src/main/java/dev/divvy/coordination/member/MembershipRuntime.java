package dev.divvy.coordination.member;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.ExclusiveJob;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.GroupMismatchException;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Operator;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.coordination.member.gate.Gate;
import dev.divvy.coordination.member.gate.GateHold;
import dev.divvy.coordination.member.gate.GateKeeper;
import dev.divvy.coordination.member.gate.Gates;
import dev.divvy.coordination.member.gate.ListenerDispatcher;
import dev.divvy.coordination.member.task.MemberThreads;
import dev.divvy.coordination.member.task.TaskRunner;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.ProtocolState;
import dev.divvy.coordination.protocol.knowledge.DirectReleases;
import dev.divvy.coordination.protocol.knowledge.LeavingHeir;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one membership: connects the pulse thread, the listener dispatcher and their state, and shuts them down in order. */
final class MembershipRuntime implements PulseLoop.Handler, Departure.Leaver, ExclusiveJobs.LeaseState {

    private static final Logger log = LoggerFactory.getLogger(MembershipRuntime.class);

    /** A closing member whose data no other one needs abandons its card after this many consecutive failures of the board. */
    private static final int FAILURES_BEFORE_ABANDON = 2;

    private final Group group;
    private final String name;
    private final MemberThreads threads;
    private final MonotonicClock clock;
    private final PulseLoop loop;
    private final ListenerDispatcher dispatcher;
    private final GateKeeper gateKeeper;
    private final SightingNotifier sightings;
    private final RunningOperator operator;
    private final ExclusiveJobs exclusive;
    private final WorkStallDetector progress;
    private final Departure departure;
    private final Thread pulseThread;
    private final Thread dispatcherThread;
    private final List<TaskRunner> runners = new CopyOnWriteArrayList<>();
    private final ReportedReleases releases = new ReportedReleases();
    private final JoinObstacles obstacles;

    /** Written by the pulse thread only. */
    private volatile MemberSnapshot snapshot;

    /** Whether the application suspended this member. Written and read by the pulse thread only. */
    private boolean suspended;

    /** Set once, if closing gracefully failed or an event could not be handled: nothing is held from then on. */
    private volatile boolean abandoned;

    private volatile Subscription hints = () -> {};
    private final AtomicBoolean finished = new AtomicBoolean();
    private final PulseTurnCounter turns = new PulseTurnCounter();

    MembershipRuntime(Group group, String id, Board board, ProtocolAgent agent, MonotonicClock clock) {
        this.group = group;
        this.name = "divvy-" + group.name() + "-" + id;
        this.threads = new MemberThreads(name);
        this.obstacles = new JoinObstacles(id, group.name());
        this.clock = clock;
        this.snapshot = new MemberSnapshot(agent.state(), Gates.none(group.pieces()), Optional.empty(), false);
        this.loop =
                new PulseLoop(name, board, agent, clock, group.timing().pulse().toNanos(), this);
        this.dispatcher = new ListenerDispatcher(
                name,
                group.pieces(),
                this::deadline,
                clock::now,
                group.timing().notice().toNanos());
        this.gateKeeper = new GateKeeper(
                group.pieces(), dispatcher, release -> loop.execute(protocol -> protocol.released(release)));
        this.sightings = new SightingNotifier(name);
        this.operator = new RunningOperator(loop);
        this.exclusive = new ExclusiveJobs(threads::thread, loop, this);
        this.suspended = agent.state().self().suspended();
        this.progress = new WorkStallDetector(name, group.stall(), suspended);
        this.departure = new Departure(
                this,
                threads,
                group.timing().grace().plus(group.timing().timeToLive()),
                group.timing().timeout().multipliedBy(2));
        this.pulseThread = threads.thread("pulse", loop);
        this.dispatcherThread = threads.thread("listeners", () -> {
            dispatcher.run();
            runners.forEach(TaskRunner::end);
        });
    }

    void listenTo(PushingBoard board) {
        hints = board.onChange(loop::hint);
    }

    void start() {
        dispatcherThread.start();
        pulseThread.start();
    }

    // --- queries, for any thread ---

    MemberThreads threads() {
        return threads;
    }

    MemberSnapshot snapshot() {
        return snapshot;
    }

    long now() {
        return clock.now();
    }

    @Override
    public boolean leased() {
        return !abandoned && clock.now() < deadline();
    }

    @Override
    public long left() {
        return leased() ? deadline() - clock.now() : 0;
    }

    private long deadline() {
        return snapshot.state().lease().deadline();
    }

    Optional<Hold> hold(@Nullable Gate gate) {
        return gate != null && leased() && gate.enter()
                ? Optional.of(new GateHold(gate, this::leased, () -> !leased() || dispatcher.leaseEnding()))
                : Optional.empty();
    }

    /** @throws GroupMismatchException if this member does not fit the group */
    void checkFits() {
        obstacles.refusal().ifPresent(reason -> {
            throw new GroupMismatchException(reason);
        });
    }

    Operator operator() {
        return operator;
    }

    /** Waits for a condition of the application. It is evaluated outside the lock, so that a slow one does not delay the pulse. */
    boolean await(Predicate<ProtocolState> condition, Duration atMost) throws InterruptedException {
        boolean met = turns.await(() -> obstacles.refusal().isPresent() || condition.test(snapshot.state()), atMost);
        checkFits();
        return met;
    }

    // --- calls of the application ---

    void reconfigure(UnaryOperator<MemberSettings> change) {
        loop.execute(agent -> agent.reconfigure(change));
    }

    void suspend(boolean wanted) {
        loop.execute(agent -> {
            suspended = wanted;
            progress.suspend(agent, wanted);
        });
    }

    void progressed() {
        departure.progressed();
        if (progress.reported(clock.now())) {
            loop.execute(agent -> {}); // wakes the pulse thread
        }
    }

    void ready() {
        if (progress.ready(clock.now())) {
            loop.execute(agent -> {});
        }
    }

    Subscription listen(Listener listener) {
        checkOpen();
        dispatcher.add(listener);
        return () -> dispatcher.remove(listener, () -> {});
    }

    Subscription watch(Consumer<Sighting> watcher) {
        checkOpen();
        loop.execute(agent -> sightings.add(watcher));
        return () -> sightings.remove(watcher);
    }

    void releasedBy(DirectReleases.Report report) {
        releases.add(report);
        loop.execute(agent -> releases.tell(agent, clock.now()));
    }

    void settle(Version allocation) {
        loop.execute(agent -> agent.settle(allocation));
    }

    private void checkOpen() {
        if (departure.hasBegun()) {
            throw new IllegalStateException("the membership " + name + " is closed");
        }
    }

    Subscription run(TaskRunner runner) {
        checkOpen();
        runners.add(runner);
        dispatcher.add(runner);
        return () -> dispatcher.remove(runner, () -> {
            runner.end();
            runners.remove(runner);
        });
    }

    <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job) {
        return exclusive.add(job);
    }

    // --- calls of the pulse thread ---

    @Override
    public void event(MemberEvent event) {
        handle(event);
        exclusive.event(event);
        if (event instanceof MemberEvent.Answered answered) {
            operator.answered(answered);
        }
        obstacles.event(event);
        MemberEventLog.write(log, name, event, obstacles.problem().orElse(""));
    }

    /**
     * Applies an event to the gates. A loss that fails to close its gate must not be acknowledged, so the member then abandons the group.
     */
    @SuppressWarnings("CatchingUnchecked") // whatever is thrown, no thread may work behind a gate that should be closed
    private void handle(MemberEvent event) {
        try {
            gateKeeper.handle(event);
        } catch (Throwable e) {
            abandoned = true;
            gateKeeper.end();
            log.error(
                    "{}: {} could not be handled; holding nothing from now on, and leaving the group", name, event, e);
        }
    }

    /** Returns how long the board took to answer the last request. */
    Duration roundTrip() {
        return loop.roundTrip();
    }

    @Override
    public void turned(ProtocolAgent agent, Optional<String> problem) {
        if (abandoned && !agent.isGone()) {
            abandonNow(agent);
        }
        progress.look(agent, clock.now());
        if (exclusive.look(agent, clock.now())) {
            loop.execute(protocol -> {}); // so that the request is sent now, not at the next pulse
        }
        if (agent.state().self().leaving()
                && agent.failures() >= FAILURES_BEFORE_ABANDON
                && !LeavingHeir.mayBeNeeded(agent.state().view(), agent.state().incarnation())) {
            abandonNow(agent);
        }
        // First: no thread may work on a gained piece before the watchers know the board by which it was gained.
        sightings.turned(agent.state(), !abandoned && agent.state().lease().runsAt(clock.now()));
        snapshot = new MemberSnapshot(
                agent.state(),
                gateKeeper.gates(),
                obstacles.refusal().or(() -> problem).or(obstacles::problem),
                agent.state().self().suspended() && !suspended);
        gateKeeper.notifyObserver();
        dispatcher.renewed();
        turns.advance();
    }

    // --- closing ---

    void close() {
        departure.begin();
        departure.await();
    }

    @Override
    public void leave() {
        loop.execute(agent -> {
            agent.reconfigure(MemberSettings::leave);
            exclusive.leave(clock.now() + group.timing().grace().toNanos());
        });
    }

    @Override
    public long unanswered() {
        return loop.unanswered();
    }

    @Override
    public boolean mayBeNeeded() {
        ProtocolState state = snapshot.state();
        return LeavingHeir.mayBeNeeded(state.view(), state.incarnation());
    }

    @Override
    public void abandon() {
        abandoned = true;
        exclusive.stop();
        loop.execute(this::abandon);
        pulseThread.interrupt();
    }

    private void abandonNow(ProtocolAgent agent) {
        abandon(agent);
        agent.events().forEach(this::event);
    }

    private void abandon(ProtocolAgent agent) {
        gateKeeper.closing();
        agent.abandon();
    }

    @Override
    public void ended() {
        try {
            gateKeeper.end();
            sightings.ended();
            snapshot = new MemberSnapshot(snapshot.state(), gateKeeper.gates(), snapshot.problem(), false);
            exclusive.memberLeft();
            finish();
        } finally {
            departure.pulseEnded();
        }
    }

    @Override
    public void finish() {
        if (finished.compareAndSet(false, true)) {
            dispatcher.end();
            operator.end();
            exclusive.end();
            turns.end();
            closeHints();
        }
    }

    /** Closes the board's subscription on a separate thread: it is the board's code, and may throw or never return. */
    @SuppressWarnings("CatchingUnchecked") // whatever a subscription throws, the membership ends
    private void closeHints() {
        Subscription last = hints;
        threads.thread("hints", () -> {
                    try {
                        last.close();
                    } catch (Throwable e) {
                        log.warn("{}: closing the board's subscription failed", name, e);
                    }
                })
                .start();
    }

    /** Gives listeners and tasks the grace time that they would have had otherwise, and interrupts those that have not ended by then. */
    @Override
    public void awaitRest(Duration atMost) throws InterruptedException {
        dispatcherThread.join(Math.max(1, group.timing().grace().toMillis()));
        if (dispatcherThread.isAlive()) {
            log.warn("{}: a listener did not return within the grace time; interrupting it", name);
            dispatcherThread.interrupt();
            dispatcherThread.join(Math.max(1, atMost.toMillis()));
        }
        for (TaskRunner runner : runners) {
            runner.awaitEnd(atMost.plus(group.timing().grace()).toNanos());
        }
    }
}
