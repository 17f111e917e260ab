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

/** One process: the real agent of a member, driven on a clock of its own, with its work. It can stop, go on, and die. */
final class SimulatedProcess {

    private final SimulationWorld world;
    private final String id;
    private final ProtocolAgent agent;
    private final SimulatedWork tasks;
    private final SimulatedJob job;
    private final QuietPeriod quiet;
    private final List<Runnable> mailbox = new ArrayList<>();
    final SimulatedClock clock;

    long highestArrived;
    long requestsCutUntil = Long.MIN_VALUE;
    long answersCutUntil = Long.MIN_VALUE;
    /** It left without waiting, and nobody drives its agent any more: a planted mistake. */
    boolean deserted;

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
                world.rules,
                world.draw(id),
                world.goods.told(new MemberSettings(id)),
                memory,
                clock.local(world.now()));
        this.tasks = new SimulatedWork(world, this);
        this.job = new SimulatedJob(world, this);
        this.quiet = new QuietPeriod(world.rules.timing().timeToLive().toNanos(), memory.floor());
    }

    String id() {
        return id;
    }

    ProtocolAgent agent() {
        return agent;
    }

    ProtocolState standing() {
        return agent.standing();
    }

    /** Its life, or its id if it has none. */
    String named() {
        return standing().life().map(Object::toString).orElse(id);
    }

    SimulatedJob job() {
        return job;
    }

    SimulatedWork tasks() {
        return tasks;
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

    boolean requestsCut() {
        return world.now() < requestsCutUntil;
    }

    boolean answersCut() {
        return world.now() < answersCutUntil;
    }

    /** All that it holds or is letting go of. */
    long atoms() {
        return atoms;
    }

    boolean leaseRuns() {
        return standing().lease().runsAt(local());
    }

    // --- running ---

    /** Something happens in this process: at once, or when it goes on, or never. */
    void inside(Runnable step) {
        if (crashed) {
            world.idle();
        } else if (paused) {
            mailbox.add(step);
        } else {
            step.run();
            settle();
        }
    }

    /** Work goes on in this process, beside its agent. */
    void beside(Runnable step) {
        if (crashed) {
            world.idle();
        } else if (paused) {
            mailbox.add(step);
        } else {
            step.run();
        }
    }

    void pause(long span) {
        if (crashed || paused) {
            return;
        }
        paused = true;
        long turn = ++pauses;
        world.tell(id, "stops for ms:", span / 1_000_000);
        world.agenda.in(span, () -> {
            if (turn == pauses) {
                resume();
            }
        });
    }

    /** What waited comes now: in its order or the other way round, one after the other. */
    void resume() {
        if (!paused || crashed) {
            return;
        }
        paused = false;
        pauses++;
        world.tell(id, "goes on", null);
        if (world.dice.chance(0.5)) {
            java.util.Collections.reverse(mailbox);
        }
        long delay = 0;
        for (Runnable step : mailbox) {
            world.agenda.in(delay, () -> inside(step));
            delay += world.dice.between(0, 20_000);
        }
        mailbox.clear();
        world.agenda.in(delay, () -> inside(() -> {}));
    }

    void crash() {
        crashed = true;
        mailbox.clear();
    }

    /** After whatever happened: hear what the agent tells, ask it what to do, until it has nothing more to say. */
    private void settle() {
        for (boolean more = true; more; ) {
            List<MemberEvent> events = agent.events();
            events.forEach(this::hear);
            Optional<BoardRequest> request = deserted ? Optional.empty() : agent.poll(local());
            request.ifPresent(this::send);
            more = !events.isEmpty() || request.isPresent();
        }
        look();
        rest();
        if (agent.isGone()) {
            world.crowd.left(this);
        }
    }

    private void send(BoardRequest request) {
        long patience = world.rules.timing().patience().toNanos();
        world.agenda.at(
                clock.real(local() + patience),
                () -> inside(() -> {
                    if (agent.outstanding()
                            .filter(one -> one.number() == request.number())
                            .isPresent()) {
                        failed(request);
                    } else {
                        world.idle();
                    }
                }));
        world.network.send(this, world.lies.sent(this, request));
    }

    /** Sleeps until the agent wants to be asked again. */
    private void rest() {
        long at = agent.wakeAt();
        if (at == Long.MAX_VALUE || deserted) {
            return;
        }
        if (at <= local() && agent.outstanding().isEmpty() && !agent.isGone()) {
            world.judge.restless(this, at);
            at = local() + 1_000_000;
        }
        long real = clock.real(at);
        if (real != wake) {
            wake = real;
            world.agenda.at(real, () -> {
                if (wake == real) {
                    wake = Long.MIN_VALUE;
                    inside(() -> {});
                } else {
                    world.idle();
                }
            });
        }
    }

    /** Keeps in mind what is held, for the judge to look at after every event. */
    @SuppressWarnings("ReferenceEquality") // only spares the counting when nothing changed
    private void look() {
        Holdings now = standing().holdings();
        if (now == seen) {
            return;
        }
        seen = now;
        atoms = now.basis()
                .map(basis -> world.atoms.of(basis.pieces(), now.held()))
                .orElse(0L);
        for (PendingRelease parting : now.partings()) {
            atoms |= tasks.lettingGo(parting);
        }
    }

    // --- what it hears ---

    void failed(BoardRequest request) {
        world.tell(id, "gives up #", request.number());
        agent.failed(request, local());
    }

    @SuppressWarnings("unchecked") // the board answers each request with what belongs to it
    void answered(BoardRequest request, Object answer) {
        if (request instanceof BoardRequest.Join join) {
            agent.joined(join, (Admission) answer, local());
        } else if (request instanceof BoardRequest.Publish publish) {
            agent.published(publish, (Boolean) answer, local());
        } else if (request instanceof BoardRequest.Remove remove) {
            agent.removed(remove, (Boolean) answer, local());
        } else {
            pulsed((BoardRequest.Pulse) request, (Optional<BoardSnapshot>) answer);
        }
    }

    @SuppressWarnings("ReferenceEquality") // every sighting that is taken notice of makes a view of its own
    private void pulsed(BoardRequest.Pulse pulse, Optional<BoardSnapshot> sighting) {
        world.tell(id, "hears #" + pulse.number(), sighting);
        if (sighting.isPresent()) {
            tasks.renewed(pulse.card().life(), pulse.sentAt());
        }
        BoardView before = standing().view();
        world.lies.pulsed(this, pulse, sighting);
        if (standing().view() != before) {
            sighting.ifPresent(seen -> quiet.heard(seen, local()));
        }
    }

    private void hear(MemberEvent event) {
        world.tell(id, "", event);
        if (event instanceof MemberEvent.Gained gained) {
            tasks.gained(gained);
        } else if (event instanceof MemberEvent.Lost lost) {
            tasks.lost(lost.parting());
        } else if (event instanceof MemberEvent.Parted parted) {
            tasks.parted(parted.parting(), parted.inTime());
        } else if (event instanceof MemberEvent.Dropped dropped) {
            tasks.dropped(dropped);
        } else if (event instanceof MemberEvent.Adopted adopted) {
            world.judge.adopted(this, adopted.allocation().version());
        } else if (event instanceof MemberEvent.Left left) {
            world.goods.left(left.life());
        } else if (event instanceof MemberEvent.Alone) {
            job.mayRun();
        } else if (event instanceof MemberEvent.NotAlone) {
            job.mustStop();
        }
    }
}
