package dev.divvy.coordination.member;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.Publication;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pulse thread of a membership. Only this thread uses the agent; other threads queue actions for it. No exception of a board, an
 * allocator or a listener ends it.
 */
final class PulseLoop implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(PulseLoop.class);

    /** Handles the events of the loop: first each event of a turn, in order, then the end of the turn. */
    interface Handler {
        void event(MemberEvent event);

        /**
         * Called after the events of a turn and before the next request to the board: by then the gates of released pieces must be void.
         */
        void turned(ProtocolAgent agent, Optional<String> problem);

        void ended();
    }

    private final String name;
    private final Board board;
    private final ProtocolAgent agent;
    private final MonotonicClock clock;
    private final long faultPause;
    private final Handler handler;
    private final BlockingQueue<Consumer<ProtocolAgent>> actions = new LinkedBlockingQueue<>();
    private final AtomicBoolean hinted = new AtomicBoolean();
    private Optional<String> problem = Optional.empty();

    /** When the outstanding request was sent, or the largest value if there is none. Written by the pulse thread only. */
    private volatile long sentAt = Long.MAX_VALUE;

    /** The nanoseconds that the last answered request took. Written by the pulse thread only. */
    private volatile long roundTrip;

    /** @param faultPause how long to wait after an exception in the loop itself, in nanoseconds */
    PulseLoop(String name, Board board, ProtocolAgent agent, MonotonicClock clock, long faultPause, Handler handler) {
        this.name = name;
        this.board = board;
        this.agent = agent;
        this.clock = clock;
        this.faultPause = faultPause;
        this.handler = handler;
    }

    /** Returns how long the board took to answer the last request that it answered. Thread-safe. */
    Duration roundTrip() {
        return Duration.ofNanos(roundTrip);
    }

    /** Runs an action with the agent on the pulse thread, soon. Thread-safe. */
    void execute(Consumer<ProtocolAgent> action) {
        actions.add(action);
    }

    /** Passes on the board's hint that something changed. Several hints between two turns count as one. Thread-safe. */
    void hint() {
        if (hinted.compareAndSet(false, true)) {
            actions.add(protocol -> {
                hinted.set(false);
                protocol.hint();
            });
        }
    }

    /** Returns how long the outstanding request has been waiting for its reply, in nanoseconds. Thread-safe. */
    long unanswered() {
        return Math.max(0, clock.now() - sentAt);
    }

    @Override
    public void run() {
        try {
            while (!agent.isGone()) {
                turn();
            }
        } finally {
            handler.ended();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // not even an Error of an allocator may end the pulse
    private void turn() {
        try {
            for (Consumer<ProtocolAgent> action = actions.poll(); action != null; action = actions.poll()) {
                run(action);
            }
            Optional<BoardRequest> request = agent.poll(clock.now());
            handleEvents();
            if (agent.isGone()) {
                return; // the handler abandoned the membership: no further request may be sent
            }
            if (request.isPresent()) {
                perform(request.get());
                handleEvents();
            } else {
                await(agent.wakeAt() - clock.now());
            }
        } catch (Throwable e) {
            log.error("{}: the pulse failed; continuing", name, e);
            agent.faulted(clock.now());
            await(faultPause);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // an action that fails must not prevent the others
    private void run(Consumer<ProtocolAgent> action) {
        try {
            action.accept(agent);
        } catch (Throwable e) {
            log.error("{}: an action on the pulse thread failed", name, e);
        }
    }

    private void await(long nanos) {
        try {
            Consumer<ProtocolAgent> action = actions.poll(nanos, TimeUnit.NANOSECONDS);
            if (action != null) {
                run(action);
            }
        } catch (InterruptedException e) {
            // Closing interrupts a board call that does not return; the agent's state, not this flag, ends the loop.
            log.debug("{}: interrupted", name, e);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // an event that cannot be handled must not prevent the next ones
    private void handle(MemberEvent event) {
        try {
            handler.event(event);
        } catch (Throwable e) {
            log.error("{}: {} could not be handled", name, event, e);
        }
    }

    private void handleEvents() {
        agent.events().forEach(this::handle);
        handler.turned(agent, problem);
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a board throws, the request failed
    private void perform(BoardRequest request) {
        sentAt = clock.now();
        try {
            send(request);
            roundTrip = clock.now() - sentAt;
            if (problem.isPresent()) {
                log.info("{}: the board answers again", name);
                problem = Optional.empty();
            }
        } catch (Throwable e) {
            if (problem.isEmpty()) {
                log.warn("{}: the board does not answer; trying again until it does", name, e);
            }
            problem = Optional.of(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
            agent.failed(request, clock.now());
        } finally {
            sentAt = Long.MAX_VALUE;
        }
    }

    private void send(BoardRequest request) {
        if (request instanceof BoardRequest.Look look) {
            agent.looked(look, board.look(), clock.now());
        } else if (request instanceof BoardRequest.Join join) {
            agent.joined(join, board.join(join.card()), clock.now());
        } else if (request instanceof BoardRequest.Pulse pulse) {
            agent.pulsed(pulse, board.pulse(pulse.card(), pulse.known()), clock.now());
        } else if (request instanceof BoardRequest.Publish publish) {
            Publication next = publish.publication();
            agent.published(publish, board.publish(publish.publisher(), next.basis(), next.next()), clock.now());
        } else if (request instanceof BoardRequest.Remove remove) {
            agent.removed(remove, board.remove(remove.incarnation(), remove.beat()), clock.now());
        }
    }
}
