package dev.divvy.coordination.member;

import dev.divvy.coordination.Board;
import dev.divvy.coordination.step.Agent;
import dev.divvy.coordination.step.Event;
import dev.divvy.coordination.step.Publication;
import dev.divvy.coordination.step.Request;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one pulse thread of a membership. It alone touches the agent; everybody else leaves a note for it. Nothing that a board, an
 * allocator or a listener throws ends it.
 */
final class PulseLoop implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(PulseLoop.class);

    /** What the loop tells of: events in order, then that they were all told. */
    interface Audience {
        void event(Event event);

        /** After the events of one turn, before anything is asked of the board: what was let go of is void by then. */
        void turned(Agent agent, Optional<String> trouble);

        void ended();
    }

    private final String name;
    private final Board board;
    private final Agent agent;
    private final Ticker ticker;
    private final long rest;
    private final Audience audience;
    private final BlockingQueue<Consumer<Agent>> notes = new LinkedBlockingQueue<>();
    private final AtomicBoolean hinted = new AtomicBoolean();
    private Optional<String> trouble = Optional.empty();

    /** @param rest how long to wait after a fault of our own, in nanoseconds */
    PulseLoop(String name, Board board, Agent agent, Ticker ticker, long rest, Audience audience) {
        this.name = name;
        this.board = board;
        this.agent = agent;
        this.ticker = ticker;
        this.rest = rest;
        this.audience = audience;
    }

    /** Something to do with the agent on the pulse thread, soon. */
    void note(Consumer<Agent> note) {
        notes.add(note);
    }

    /** The board says that something changed. Any number of hints between two turns are one. */
    void hint() {
        if (hinted.compareAndSet(false, true)) {
            notes.add(one -> {
                hinted.set(false);
                one.hint();
            });
        }
    }

    @Override
    public void run() {
        try {
            while (!agent.isGone()) {
                turn();
            }
        } finally {
            audience.ended();
        }
    }

    private void turn() {
        try {
            for (Consumer<Agent> note = notes.poll(); note != null; note = notes.poll()) {
                note.accept(agent);
            }
            Optional<Request> request = agent.poll(ticker.now());
            tell();
            if (request.isPresent()) {
                perform(request.get());
                tell();
            } else if (!agent.isGone()) {
                await(agent.wakeAt() - ticker.now());
            }
        } catch (RuntimeException e) {
            log.error("{}: the pulse met a fault and goes on", name, e);
            agent.outstanding().ifPresent(request -> agent.failed(request, ticker.now()));
            await(rest);
        }
    }

    private void await(long nanos) {
        try {
            Consumer<Agent> note = notes.poll(nanos, TimeUnit.NANOSECONDS);
            if (note != null) {
                note.accept(agent);
            }
        } catch (InterruptedException e) {
            // Closing interrupts a board that does not answer; whether to end is the agent's state, not this flag.
            log.debug("{}: interrupted", name, e);
        }
    }

    private void tell() {
        agent.events().forEach(audience::event);
        audience.turned(agent, trouble);
    }

    private void perform(Request request) {
        try {
            ask(request);
            if (trouble.isPresent()) {
                log.info("{}: the board answers again", name);
                trouble = Optional.empty();
            }
        } catch (RuntimeException e) {
            if (trouble.isEmpty()) {
                log.warn("{}: the board does not answer; trying again until it does", name, e);
            }
            trouble = Optional.of(String.valueOf(e.getMessage()));
            agent.failed(request, ticker.now());
        }
    }

    private void ask(Request request) {
        if (request instanceof Request.Join join) {
            agent.joined(join, board.join(join.card()), ticker.now());
        } else if (request instanceof Request.Pulse pulse) {
            agent.pulsed(pulse, board.pulse(pulse.card(), pulse.known()), ticker.now());
        } else if (request instanceof Request.Publish publish) {
            Publication next = publish.publication();
            agent.published(publish, board.publish(publish.publisher(), next.basis(), next.next()), ticker.now());
        } else if (request instanceof Request.Remove remove) {
            agent.removed(remove, board.remove(remove.life(), remove.beat()), ticker.now());
        }
    }
}
