package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.knowledge.Knowledge;
import dev.divvy.testkit.simulation.InjectedFault;
import java.util.Optional;

/** Carries requests to the board and answers back: mostly in milliseconds, sometimes late, twice, in another order, or never. */
final class SimulatedNetwork {

    private final SimulationWorld world;
    /** Not every board can tell of changes. */
    private final boolean pushes;

    SimulatedNetwork(SimulationWorld world) {
        this.world = world;
        this.pushes = world.dice.chance(0.7);
    }

    /**
     * A request on its way.
     *
     * @param outlook what the sender knew of the board when it sent
     */
    record Letter(SimulatedProcess from, BoardRequest request, Knowledge outlook) {}

    void send(SimulatedProcess from, BoardRequest request) {
        Letter letter = new Letter(from, request, from.standing().outlook());
        world.tell(from.id(), "sends", request);
        if (world.weather.strikes(InjectedFault.REQUEST_DUPLICATED)) {
            carry(letter, world.weather.late());
        }
        if (world.weather.strikes(InjectedFault.REQUEST_LOST)) {
            return;
        }
        carry(
                letter,
                world.weather.strikes(InjectedFault.REQUEST_LATE) ? world.weather.late() : world.weather.latency());
    }

    private void carry(Letter letter, long delay) {
        if (letter.from().requestsCut()) {
            return;
        }
        long landing = world.weather.landing(world.now() + delay);
        if (landing < Long.MAX_VALUE) {
            world.agenda.at(landing, () -> arrive(letter));
        }
    }

    private void arrive(Letter letter) {
        SimulatedProcess from = letter.from();
        BoardRequest request = letter.request();
        if (request.number() < from.highestArrived) {
            world.tally.count(InjectedFault.REORDERED);
        }
        from.highestArrived = Math.max(from.highestArrived, request.number());
        if (world.board.isAway()) {
            if (world.dice.chance(0.5)) {
                reply(from, () -> from.failed(request));
            }
            return;
        }
        if (request instanceof BoardRequest.Pulse pulse) {
            read(from, pulse);
        } else {
            Object answer = world.board.carryOut(letter);
            world.tell("board", "answers " + from.id() + " #" + request.number(), answer);
            reply(from, () -> from.answered(request, answer));
        }
    }

    /** A pulse in three moments: renew, read the allocation, read the cards. A board that forgets meanwhile answers none of them. */
    private void read(SimulatedProcess from, BoardRequest.Pulse pulse) {
        Optional<PulseRead> begun = world.board.renew(pulse);
        if (begun.isEmpty()) {
            world.tell("board", "does not know", pulse.card().life());
            reply(from, () -> from.answered(pulse, Optional.empty()));
            return;
        }
        PulseRead reading = begun.get();
        world.agenda.in(world.weather.between(), () -> {
            reading.first();
            world.agenda.in(world.weather.between(), () -> {
                reading.second();
                reading.sighting().ifPresent(seen -> reply(from, () -> from.answered(pulse, Optional.of(seen))));
            });
        });
    }

    private void reply(SimulatedProcess to, Runnable delivery) {
        if (world.weather.strikes(InjectedFault.ANSWER_DUPLICATED)) {
            deliver(to, delivery, world.weather.late());
        }
        if (!world.weather.strikes(InjectedFault.ANSWER_LOST)) {
            deliver(
                    to,
                    delivery,
                    world.weather.strikes(InjectedFault.ANSWER_LATE) ? world.weather.late() : world.weather.latency());
        }
    }

    private void deliver(SimulatedProcess to, Runnable delivery, long delay) {
        if (!to.answersCut()) {
            world.agenda.at(world.weather.landing(world.now() + delay), () -> to.inside(delivery));
        }
    }

    /** The board tells everyone that something changed. */
    void push() {
        if (!pushes) {
            return;
        }
        for (SimulatedProcess to : world.crowd.all()) {
            if (to.answersCut() || world.weather.strikes(InjectedFault.PUSH_LOST)) {
                continue;
            }
            long delay = world.weather.strikes(InjectedFault.PUSH_LATE)
                    ? world.weather.late() / 10
                    : world.weather.latency();
            world.agenda.in(delay, () -> to.inside(to.agent()::hint));
        }
    }
}
