package dev.divvy.coordination.member;

import dev.divvy.coordination.ExclusiveJob;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Operator;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machinery of one membership: wires the pulse thread, the teller and what they keep, and ends them in order. */
final class MemberEngine implements PulseLoop.Audience, Departure.Leaver, ExclusiveJobs.Right {

    private static final Logger log = LoggerFactory.getLogger(MemberEngine.class);

    /** Who closes does not wait for a board that fails more often than this. */
    private static final int FAILURES_BEFORE_GOING = 2;

    private final Group group;
    private final String name;
    private final MemberThreads crew;
    private final MonotonicClock ticker;
    private final PulseLoop loop;
    private final ListenerDispatcher teller;
    private final GateKeeper desk;
    private final OperatorRequests operator;
    private final ExclusiveJobs exclusive;
    private final StallDetector progress;
    private final Departure departure;
    private final Thread pulseThread;
    private final Thread tellerThread;
    private final List<TaskRunner> runners = new CopyOnWriteArrayList<>();

    /** Written by the pulse thread only. */
    private volatile MemberSnapshot snapshot;

    /** Why this member cannot join, if another has its id. Written and read by the pulse thread only. */
    private Optional<String> taken = Optional.empty();

    /** Set once, by who closes in vain or meets a fault: nothing is held from then on. */
    private volatile boolean shut;

    private volatile Subscription hints = () -> {};
    private final AtomicBoolean finished = new AtomicBoolean();
    private final TurnLatch turns = new TurnLatch();

    MemberEngine(Group group, String id, Board board, ProtocolAgent agent, MonotonicClock ticker) {
        this.group = group;
        this.name = "divvy-" + group.name() + "-" + id;
        this.crew = new MemberThreads(name);
        this.ticker = ticker;
        this.snapshot = new MemberSnapshot(agent.standing(), Gates.none(group.pieces()), Optional.empty());
        this.loop =
                new PulseLoop(name, board, agent, ticker, group.timing().pulse().toNanos(), this);
        this.teller = new ListenerDispatcher(
                name,
                group.pieces(),
                this::deadline,
                ticker::now,
                group.timing().notice().toNanos());
        this.desk = new GateKeeper(group.pieces(), teller, parting -> loop.note(one -> one.released(parting)));
        this.operator = new OperatorRequests(loop);
        this.exclusive = new ExclusiveJobs(crew::thread, loop, this);
        this.progress =
                new StallDetector(name, group.stall(), agent.standing().self().suspended());
        this.departure = new Departure(
                this,
                crew,
                group.timing().grace().plus(group.timing().timeToLive()),
                group.timing().patience().multipliedBy(2));
        this.pulseThread = crew.thread("pulse", loop);
        this.tellerThread = crew.thread("teller", () -> {
            teller.run();
            runners.forEach(TaskRunner::end);
        });
    }

    void listenTo(PushingBoard board) {
        hints = board.onChange(loop::hint);
    }

    void start() {
        tellerThread.start();
        pulseThread.start();
    }

    // --- for readers ---

    MemberThreads crew() {
        return crew;
    }

    MemberSnapshot snapshot() {
        return snapshot;
    }

    long now() {
        return ticker.now();
    }

    @Override
    public boolean leased() {
        return !shut && ticker.now() < deadline();
    }

    @Override
    public long left() {
        return leased() ? deadline() - ticker.now() : 0;
    }

    private long deadline() {
        return snapshot.standing().lease().deadline();
    }

    Optional<Hold> hold(@Nullable Gate gate) {
        return gate != null && leased() && gate.enter()
                ? Optional.of(new GateHold(gate, this::leased, () -> !leased() || teller.leaseEnding()))
                : Optional.empty();
    }

    Operator operator() {
        return operator;
    }

    /** The condition is the application's: it is asked outside the lock, so that a slow one does not hold up the pulse. */
    boolean await(Predicate<ProtocolState> condition, Duration atMost) throws InterruptedException {
        return turns.await(() -> condition.test(snapshot.standing()), atMost);
    }

    // --- what the application says ---

    void become(UnaryOperator<MemberSettings> change) {
        loop.note(agent -> agent.become(change));
    }

    void suspend(boolean wanted) {
        loop.note(agent -> progress.suspend(agent, wanted));
    }

    void progressed() {
        if (progress.made(ticker.now())) {
            loop.note(agent -> {});
        }
    }

    Subscription listen(Listener listener) {
        checkOpen();
        teller.add(listener);
        return () -> teller.remove(listener, () -> {});
    }

    private void checkOpen() {
        if (departure.hasBegun()) {
            throw new IllegalStateException("the membership " + name + " is closed");
        }
    }

    Subscription run(TaskRunner runner) {
        checkOpen();
        runners.add(runner);
        teller.add(runner);
        return () -> teller.remove(runner, () -> {
            runner.end();
            runners.remove(runner);
        });
    }

    <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job) {
        return exclusive.add(job);
    }

    // --- what the pulse thread says ---

    @Override
    public void event(MemberEvent event) {
        handle(event);
        exclusive.event(event);
        if (event instanceof MemberEvent.Answered answered) {
            operator.answered(answered);
        }
        if (event instanceof MemberEvent.Taken by) {
            taken = Optional.of(explained(by.by()));
        } else if (event instanceof MemberEvent.Joined) {
            taken = Optional.empty();
        }
        say(event);
    }

    private static String explained(Card by) {
        return "the id " + by.life().member() + " is taken by a living process (" + by.life()
                + (by.address().isEmpty() ? "" : ", at " + by.address())
                + "); every process needs an id of its own, and this one waits until that one is gone";
    }

    /** What could not be closed must not be acknowledged: who cannot keep its gates holds nothing and goes without a word. */
    @SuppressWarnings("CatchingUnchecked") // whatever the fault, nobody may work behind a gate that should be closed
    private void handle(MemberEvent event) {
        try {
            desk.handle(event);
        } catch (Throwable e) {
            shut = true;
            desk.end();
            log.error("{}: {} could not be followed; holding nothing from now on, and going", name, event, e);
        }
    }

    @Override
    public void turned(ProtocolAgent agent, Optional<String> trouble) {
        if (shut && !agent.isGone()) {
            goSilently(agent);
        }
        progress.look(agent, ticker.now());
        if (exclusive.look(agent, ticker.now())) {
            loop.note(one -> {}); // what was asked is acted upon now, not at the next pulse
        }
        if (agent.standing().self().leaving() && agent.failures() >= FAILURES_BEFORE_GOING) {
            goSilently(agent);
        }
        snapshot = new MemberSnapshot(agent.standing(), desk.gates(), trouble.or(() -> taken));
        desk.tell();
        teller.renewed();
        turns.one();
    }

    private void say(MemberEvent event) {
        if (event instanceof MemberEvent.Joined joined) {
            log.info("{}: joined as {}", name, joined.life());
        } else if (event instanceof MemberEvent.Occupied occupied) {
            log.info(
                    "{}: {} is on the board; waiting until it goes or its time-to-live is over",
                    name,
                    occupied.by().life());
        } else if (event instanceof MemberEvent.Taken) {
            log.warn("{}: {}", name, taken.orElse(""));
        } else if (event instanceof MemberEvent.Ejected ejected) {
            log.warn("{}: {} was taken off the board; joining anew", name, ejected.life());
        } else if (event instanceof MemberEvent.BoardForgot forgot) {
            log.warn("{}: the board forgot: {}; gaining nothing for a time-to-live", name, forgot.what());
        } else if (event instanceof MemberEvent.Removed removed) {
            log.warn("{}: {} stood still for a time-to-live and was taken off the board", name, removed.life());
        } else if (event instanceof MemberEvent.Parted parted && !parted.inTime()) {
            log.warn(
                    "{}: work on {} pieces did not let go within the grace time; it is refused from now on",
                    name,
                    parted.parting().lost().count());
        } else {
            log.debug("{}: {}", name, event);
        }
    }

    // --- the end ---

    void close() {
        departure.begin();
        departure.await();
    }

    @Override
    public void leave() {
        loop.note(agent -> {
            agent.become(MemberSettings::leave);
            exclusive.leave(ticker.now() + group.timing().grace().toNanos());
        });
    }

    @Override
    public long unanswered() {
        return loop.unanswered();
    }

    @Override
    public void abandon() {
        shut = true;
        exclusive.stop();
        loop.note(this::abandon);
        pulseThread.interrupt();
    }

    private void goSilently(ProtocolAgent agent) {
        abandon(agent);
        agent.events().forEach(this::event);
    }

    private void abandon(ProtocolAgent agent) {
        desk.goes();
        agent.abandon();
    }

    @Override
    public void ended() {
        try {
            desk.end();
            snapshot = new MemberSnapshot(snapshot.standing(), desk.gates(), snapshot.trouble());
            exclusive.gone();
            finish();
        } finally {
            departure.off();
        }
    }

    @Override
    public void finish() {
        if (finished.compareAndSet(false, true)) {
            teller.end();
            operator.end();
            exclusive.end();
            turns.end();
            hushed();
        }
    }

    /** A subscription is the board's code: it may throw, or never return, and nobody waits for it. */
    @SuppressWarnings("CatchingUnchecked") // whatever a subscription throws, the membership ends
    private void hushed() {
        Subscription last = hints;
        crew.thread("hints", () -> {
                    try {
                        last.close();
                    } catch (Throwable e) {
                        log.warn("{}: the board did not take its hints back", name, e);
                    }
                })
                .start();
    }

    /** Listeners and tasks have the grace time that they would have had otherwise; who is still there after it is interrupted. */
    @Override
    public void awaitRest(Duration atMost) throws InterruptedException {
        tellerThread.join(Math.max(1, group.timing().grace().toMillis()));
        if (tellerThread.isAlive()) {
            log.warn("{}: a listener has not returned in the grace time; it is interrupted", name);
            tellerThread.interrupt();
            tellerThread.join(Math.max(1, atMost.toMillis()));
        }
        for (TaskRunner runner : runners) {
            runner.awaitEnd(atMost.plus(group.timing().grace()).toNanos());
        }
    }
}
