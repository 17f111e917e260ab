package dev.divvy.coordination.member;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.Publication;
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
        void event(MemberEvent event);

        /** After the events of one turn, before anything is asked of the board: what was let go of is void by then. */
        void turned(ProtocolAgent agent, Optional<String> trouble);

        void ended();
    }

    private final String name;
    private final Board board;
    private final ProtocolAgent agent;
    private final MonotonicClock ticker;
    private final long rest;
    private final Audience audience;
    private final BlockingQueue<Consumer<ProtocolAgent>> notes = new LinkedBlockingQueue<>();
    private final AtomicBoolean hinted = new AtomicBoolean();
    private Optional<String> trouble = Optional.empty();

    /** When the board was asked what it has not answered yet. Written by the pulse thread only. */
    private volatile long askedAt = Long.MAX_VALUE;

    /** @param rest how long to wait after a fault of our own, in nanoseconds */
    PulseLoop(String name, Board board, ProtocolAgent agent, MonotonicClock ticker, long rest, Audience audience) {
        this.name = name;
        this.board = board;
        this.agent = agent;
        this.ticker = ticker;
        this.rest = rest;
        this.audience = audience;
    }

    /** Something to do with the agent on the pulse thread, soon. */
    void note(Consumer<ProtocolAgent> note) {
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

    /** For how long the board has owed its answer, in nanoseconds; for any thread. */
    long unanswered() {
        return Math.max(0, ticker.now() - askedAt);
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

    @SuppressWarnings("CatchingUnchecked") // an Error of an allocator must not end the pulse either
    private void turn() {
        try {
            for (Consumer<ProtocolAgent> note = notes.poll(); note != null; note = notes.poll()) {
                take(note);
            }
            Optional<BoardRequest> request = agent.poll(ticker.now());
            tell();
            if (agent.isGone()) {
                return; // who went while it was told asks nothing of the board any more
            }
            if (request.isPresent()) {
                perform(request.get());
                tell();
            } else {
                await(agent.wakeAt() - ticker.now());
            }
        } catch (Throwable e) {
            log.error("{}: the pulse met a fault and goes on", name, e);
            agent.faulted(ticker.now());
            await(rest);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // one note that fails must not hold up the others
    private void take(Consumer<ProtocolAgent> note) {
        try {
            note.accept(agent);
        } catch (Throwable e) {
            log.error("{}: something asked of the pulse failed", name, e);
        }
    }

    private void await(long nanos) {
        try {
            Consumer<ProtocolAgent> note = notes.poll(nanos, TimeUnit.NANOSECONDS);
            if (note != null) {
                take(note);
            }
        } catch (InterruptedException e) {
            // Closing interrupts a board that does not answer; whether to end is the agent's state, not this flag.
            log.debug("{}: interrupted", name, e);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // an event that cannot be told must not take those after it along
    private void tell(MemberEvent event) {
        try {
            audience.event(event);
        } catch (Throwable e) {
            log.error("{}: {} could not be told", name, event, e);
        }
    }

    private void tell() {
        agent.events().forEach(this::tell);
        audience.turned(agent, trouble);
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a board throws, it did not answer
    private void perform(BoardRequest request) {
        askedAt = ticker.now();
        try {
            ask(request);
            if (trouble.isPresent()) {
                log.info("{}: the board answers again", name);
                trouble = Optional.empty();
            }
        } catch (Throwable e) {
            if (trouble.isEmpty()) {
                log.warn("{}: the board does not answer; trying again until it does", name, e);
            }
            trouble = Optional.of(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
            agent.failed(request, ticker.now());
        } finally {
            askedAt = Long.MAX_VALUE;
        }
    }

    private void ask(BoardRequest request) {
        if (request instanceof BoardRequest.Join join) {
            agent.joined(join, board.join(join.card()), ticker.now());
        } else if (request instanceof BoardRequest.Pulse pulse) {
            agent.pulsed(pulse, board.pulse(pulse.card(), pulse.known()), ticker.now());
        } else if (request instanceof BoardRequest.Publish publish) {
            Publication next = publish.publication();
            agent.published(publish, board.publish(publish.publisher(), next.basis(), next.next()), ticker.now());
        } else if (request instanceof BoardRequest.Remove remove) {
            agent.removed(remove, board.remove(remove.life(), remove.beat()), ticker.now());
        }
    }
}
