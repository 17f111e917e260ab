package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.knowledge.Knowledge;
import dev.divvy.testkit.simulation.InjectedFault;
import java.util.Optional;

/** Carries requests to the board and replies back: mostly in milliseconds, sometimes late, twice, out of order, or never. */
final class SimulatedNetwork {

    private final SimulationWorld world;
    /** Not every board can push. */
    private final boolean pushes;

    SimulatedNetwork(SimulationWorld world) {
        this.world = world;
        this.pushes = world.random.chance(0.7);
    }

    /**
     * A request in transit.
     *
     * @param knowledge the sender's knowledge of the board at the time of sending
     */
    record SentRequest(SimulatedProcess from, BoardRequest request, Knowledge knowledge) {}

    void send(SimulatedProcess from, BoardRequest request) {
        SentRequest sent = new SentRequest(from, request, from.state().knowledge());
        world.log(from.id(), "sends", request);
        if (world.schedule.hits(InjectedFault.REQUEST_DUPLICATED)) {
            transmit(sent, world.schedule.lateDelay());
        }
        if (world.schedule.hits(InjectedFault.REQUEST_LOST)) {
            return;
        }
        transmit(
                sent,
                world.schedule.hits(InjectedFault.REQUEST_DELAYED)
                        ? world.schedule.lateDelay()
                        : world.schedule.latency());
    }

    private void transmit(SentRequest sent, long delay) {
        if (sent.from().requestsBlocked()) {
            return;
        }
        long arrival = world.schedule.arrivalTime(world.now() + delay);
        if (arrival < Long.MAX_VALUE) {
            world.queue.at(arrival, () -> arrive(sent));
        }
    }

    private void arrive(SentRequest sent) {
        SimulatedProcess from = sent.from();
        BoardRequest request = sent.request();
        if (request.number() < from.highestArrived) {
            world.stats.count(InjectedFault.REQUESTS_REORDERED);
        }
        from.highestArrived = Math.max(from.highestArrived, request.number());
        if (world.board.isDown()) {
            if (world.random.chance(0.5)) {
                reply(from, () -> from.failed(request));
            }
            return;
        }
        if (request instanceof BoardRequest.Pulse pulse) {
            pulse(from, pulse);
        } else {
            Object reply = world.board.execute(sent);
            world.log("board", "replies to " + from.id() + " #" + request.number(), reply);
            reply(from, () -> from.replied(request, reply));
        }
    }

    /** Runs a pulse in three steps: renew, read the allocation, read the cards. A board that forgets in between does not reply. */
    private void pulse(SimulatedProcess from, BoardRequest.Pulse pulse) {
        Optional<PulseRead> started = world.board.renew(pulse);
        if (started.isEmpty()) {
            world.log("board", "does not know", pulse.card().incarnation());
            reply(from, () -> from.replied(pulse, Optional.empty()));
            return;
        }
        PulseRead read = started.get();
        world.queue.in(world.schedule.stepDelay(), () -> {
            read.first();
            world.queue.in(world.schedule.stepDelay(), () -> {
                read.second();
                read.snapshot().ifPresent(seen -> reply(from, () -> from.replied(pulse, Optional.of(seen))));
            });
        });
    }

    private void reply(SimulatedProcess to, Runnable delivery) {
        if (world.schedule.hits(InjectedFault.REPLY_DUPLICATED)) {
            deliver(to, delivery, world.schedule.lateDelay());
        }
        if (!world.schedule.hits(InjectedFault.REPLY_LOST)) {
            deliver(
                    to,
                    delivery,
                    world.schedule.hits(InjectedFault.REPLY_DELAYED)
                            ? world.schedule.lateDelay()
                            : world.schedule.latency());
        }
    }

    private void deliver(SimulatedProcess to, Runnable delivery, long delay) {
        if (!to.repliesBlocked()) {
            world.queue.at(world.schedule.arrivalTime(world.now() + delay), () -> to.runAgent(delivery));
        }
    }

    /** Pushes a hint to all processes. */
    void push() {
        if (!pushes) {
            return;
        }
        for (SimulatedProcess to : world.processes.all()) {
            if (to.repliesBlocked() || world.schedule.hits(InjectedFault.PUSH_LOST)) {
                continue;
            }
            long delay = world.schedule.hits(InjectedFault.PUSH_DELAYED)
                    ? world.schedule.lateDelay() / 10
                    : world.schedule.latency();
            world.queue.in(delay, () -> to.runAgent(to.agent()::hint));
        }
    }
}
