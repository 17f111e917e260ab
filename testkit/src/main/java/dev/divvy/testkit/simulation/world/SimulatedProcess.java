package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.Holdings;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.PendingRelease;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.ProtocolState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import dev.divvy.testkit.simulation.random.SimulatedClock;
import dev.divvy.testkit.simulation.record.QuietPeriod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One process: the real protocol agent of a member, driven by its own clock, with its work. It can be paused, resumed and crashed. */
final class SimulatedProcess {

    private final SimulationWorld world;
    private final String id;
    private final ProtocolAgent agent;
    private final SimulatedWork work;
    private final SimulatedJob job;
    private final QuietPeriod quiet;
    private final List<Runnable> deferred = new ArrayList<>();
    final SimulatedClock clock;

    long highestArrived;
    long requestsBlockedUntil = Long.MIN_VALUE;
    long repliesBlockedUntil = Long.MIN_VALUE;
    /** It left without waiting and its agent is no longer driven: a planted bug. */
    boolean abandoned;

    private boolean crashed;
    private boolean paused;
    private long pauses;
    private long wake = Long.MIN_VALUE;
    private Holdings seen = Holdings.NONE;
    private long atoms;

    SimulatedProcess(SimulationWorld world, String id, SimulatedClock clock, BoardMemory memory) {
        this.world = world;
        this.id = id;
        this.clock = clock;
        this.agent = new ProtocolAgent(
                world.rules, world.draw(id), new MemberSettings(id), memory, clock.local(world.now()));
        this.work = new SimulatedWork(world, this);
        this.job = new SimulatedJob(world, this);
        this.quiet = new QuietPeriod(world.rules.timing().timeToLive().toNanos(), memory.floor());
    }

    String id() {
        return id;
    }

    ProtocolAgent agent() {
        return agent;
    }

    ProtocolState state() {
        return agent.state();
    }

    /** Returns its incarnation, or its id if it has none. */
    String displayName() {
        return state().incarnation().map(Object::toString).orElse(id);
    }

    SimulatedJob job() {
        return job;
    }

    SimulatedWork work() {
        return work;
    }

    QuietPeriod quiet() {
        return quiet;
    }

    long local() {
        return clock.local(world.now());
    }

    boolean isCrashed() {
        return crashed;
    }

    boolean isPaused() {
        return paused;
    }

    boolean requestsBlocked() {
        return world.now() < requestsBlockedUntil;
    }

    boolean repliesBlocked() {
        return world.now() < repliesBlockedUntil;
    }

    /** The atoms that it holds or is releasing. */
    long atoms() {
        return atoms;
    }

    boolean leaseRuns() {
        return state().lease().runsAt(local());
    }

    // --- running ---

    /** Runs a step of the agent: at once, after a pause, or never. */
    void runAgent(Runnable step) {
        if (crashed) {
            world.uncount();
        } else if (paused) {
            deferred.add(step);
        } else {
            step.run();
            drain();
        }
    }

    /** Runs a step of the work, which does not involve the agent. */
    void runWork(Runnable step) {
        if (crashed) {
            world.uncount();
        } else if (paused) {
            deferred.add(step);
        } else {
            step.run();
        }
    }

    void pause(long span) {
        if (crashed || paused) {
            return;
        }
        paused = true;
        long pause = ++pauses;
        world.log(id, "is paused for ms:", span / 1_000_000);
        world.queue.in(span, () -> {
            if (pause == pauses) {
                resume();
            }
        });
    }

    /** Resumes the process and runs the deferred steps one by one, in their order or reversed. */
    void resume() {
        if (!paused || crashed) {
            return;
        }
        paused = false;
        pauses++;
        world.log(id, "resumes", null);
        if (world.random.chance(0.5)) {
            java.util.Collections.reverse(deferred);
        }
        long delay = 0;
        for (Runnable step : deferred) {
            world.queue.in(delay, () -> runAgent(step));
            delay += world.random.between(0, 20_000);
        }
        deferred.clear();
        world.queue.in(delay, () -> runAgent(() -> {}));
    }

    void crash() {
        crashed = true;
        deferred.clear();
    }

    /** Called after each step: handles the agent's events and sends its requests until there are no more. */
    private void drain() {
        for (boolean more = true; more; ) {
            List<MemberEvent> events = agent.events();
            events.forEach(this::handle);
            Optional<BoardRequest> request = abandoned ? Optional.empty() : agent.poll(local());
            request.ifPresent(this::send);
            more = !events.isEmpty() || request.isPresent();
        }
        updateAtoms();
        scheduleWake();
        if (agent.isGone()) {
            world.processes.left(this);
        }
    }

    private void send(BoardRequest request) {
        long timeout = world.rules.timing().timeout().toNanos();
        world.queue.at(
                clock.real(local() + timeout),
                () -> runAgent(() -> {
                    if (agent.outstanding()
                            .filter(pending -> pending.number() == request.number())
                            .isPresent()) {
                        failed(request);
                    } else {
                        world.uncount();
                    }
                }));
        world.network.send(this, world.bugs.sent(this, request));
    }

    /** Schedules the next time at which the agent wants to be polled. */
    private void scheduleWake() {
        long at = agent.wakeAt();
        if (at == Long.MAX_VALUE || abandoned) {
            return;
        }
        if (at <= local() && agent.outstanding().isEmpty() && !agent.isGone()) {
            world.checker.needlessWakeup(this, at);
            at = local() + 1_000_000;
        }
        long real = clock.real(at);
        if (real != wake) {
            wake = real;
            world.queue.at(real, () -> {
                if (wake == real) {
                    wake = Long.MIN_VALUE;
                    runAgent(() -> {});
                } else {
                    world.uncount();
                }
            });
        }
    }

    /** Updates the atoms held, which the checker reads after every event. */
    @SuppressWarnings("ReferenceEquality") // only skips the computation when nothing changed
    private void updateAtoms() {
        Holdings now = state().holdings();
        if (now == seen) {
            return;
        }
        seen = now;
        atoms = now.basis()
                .map(basis -> world.atoms.of(basis.pieces(), now.held()))
                .orElse(0L);
        for (PendingRelease release : now.pendingReleases()) {
            atoms |= world.atoms.of(release.basis().pieces(), release.lost());
        }
    }

    // --- replies and events ---

    void failed(BoardRequest request) {
        world.log(id, "times out on #", request.number());
        agent.failed(request, local());
    }

    @SuppressWarnings("unchecked") // the board replies to each request with the matching type
    void replied(BoardRequest request, Object reply) {
        if (request instanceof BoardRequest.Look look) {
            agent.looked(look, (BoardSnapshot) reply, local());
        } else if (request instanceof BoardRequest.Join join) {
            agent.joined(join, (Admission) reply, local());
        } else if (request instanceof BoardRequest.Publish publish) {
            agent.published(publish, (Boolean) reply, local());
        } else if (request instanceof BoardRequest.Remove remove) {
            agent.removed(remove, (Boolean) reply, local());
        } else {
            pulsed((BoardRequest.Pulse) request, (Optional<BoardSnapshot>) reply);
        }
    }

    @SuppressWarnings("ReferenceEquality") // every applied snapshot creates a new view
    private void pulsed(BoardRequest.Pulse pulse, Optional<BoardSnapshot> snapshot) {
        world.log(id, "receives #" + pulse.number(), snapshot);
        if (snapshot.isPresent()) {
            work.renewed(pulse.card().incarnation(), pulse.sentAt());
        }
        BoardView before = state().view();
        world.bugs.pulsed(this, pulse, snapshot);
        if (state().view() != before) {
            snapshot.ifPresent(seen -> quiet.applied(seen, local()));
        }
    }

    private void handle(MemberEvent event) {
        world.log(id, "", event);
        if (event instanceof MemberEvent.Gained gained) {
            work.gained(gained);
        } else if (event instanceof MemberEvent.Lost lost) {
            work.lost(lost.release());
        } else if (event instanceof MemberEvent.Released parted) {
            work.released(parted.release(), parted.inTime());
        } else if (event instanceof MemberEvent.Dropped dropped) {
            work.dropped(dropped);
        } else if (event instanceof MemberEvent.Adopted adopted) {
            world.checker.adopted(this, adopted.allocation().version());
        } else if (event instanceof MemberEvent.ExclusiveGranted) {
            job.start();
        } else if (event instanceof MemberEvent.ExclusiveRevoked) {
            job.stop();
        }
    }
}
