package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.step.Request;
import dev.divvy.coordination.step.knowledge.Knowledge;
import dev.divvy.testkit.simulation.Trouble;
import java.util.Optional;

/** Carries requests to the board and answers back: mostly in milliseconds, sometimes late, twice, in another order, or never. */
final class Network {

    private final World world;
    /** Not every board can tell of changes. */
    private final boolean pushes;

    Network(World world) {
        this.world = world;
        this.pushes = world.dice.chance(0.7);
    }

    /**
     * A request on its way.
     *
     * @param outlook what the sender knew of the board when it sent
     */
    record Letter(MemberProcess from, Request request, Knowledge outlook) {}

    void send(MemberProcess from, Request request) {
        Letter letter = new Letter(from, request, from.standing().outlook());
        world.tell(from.id(), "sends", request);
        if (world.weather.strikes(Trouble.REQUEST_DUPLICATED)) {
            carry(letter, world.weather.late());
        }
        if (world.weather.strikes(Trouble.REQUEST_LOST)) {
            return;
        }
        carry(letter, world.weather.strikes(Trouble.REQUEST_LATE) ? world.weather.late() : world.weather.latency());
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
        MemberProcess from = letter.from();
        Request request = letter.request();
        if (request.number() < from.highestArrived) {
            world.tally.count(Trouble.REORDERED);
        }
        from.highestArrived = Math.max(from.highestArrived, request.number());
        if (world.board.isAway()) {
            if (world.dice.chance(0.5)) {
                reply(from, () -> from.failed(request));
            }
            return;
        }
        if (request instanceof Request.Pulse pulse) {
            read(from, pulse);
        } else {
            Object answer = world.board.carryOut(letter);
            world.tell("board", "answers " + from.id() + " #" + request.number(), answer);
            reply(from, () -> from.answered(request, answer));
        }
    }

    /** A pulse in three moments: renew, read the allocation, read the cards. A board that forgets meanwhile answers none of them. */
    private void read(MemberProcess from, Request.Pulse pulse) {
        Optional<Reading> begun = world.board.renew(pulse);
        if (begun.isEmpty()) {
            world.tell("board", "does not know", pulse.card().life());
            reply(from, () -> from.answered(pulse, Optional.empty()));
            return;
        }
        Reading reading = begun.get();
        world.agenda.in(world.weather.between(), () -> {
            reading.first();
            world.agenda.in(world.weather.between(), () -> {
                reading.second();
                reading.sighting().ifPresent(seen -> reply(from, () -> from.answered(pulse, Optional.of(seen))));
            });
        });
    }

    private void reply(MemberProcess to, Runnable delivery) {
        if (world.weather.strikes(Trouble.ANSWER_DUPLICATED)) {
            deliver(to, delivery, world.weather.late());
        }
        if (!world.weather.strikes(Trouble.ANSWER_LOST)) {
            deliver(
                    to,
                    delivery,
                    world.weather.strikes(Trouble.ANSWER_LATE) ? world.weather.late() : world.weather.latency());
        }
    }

    private void deliver(MemberProcess to, Runnable delivery, long delay) {
        if (!to.answersCut()) {
            world.agenda.at(world.weather.landing(world.now() + delay), () -> to.inside(delivery));
        }
    }

    /** The board tells everyone that something changed. */
    void push() {
        if (!pushes) {
            return;
        }
        for (MemberProcess to : world.crowd.all()) {
            if (to.answersCut() || world.weather.strikes(Trouble.PUSH_LOST)) {
                continue;
            }
            long delay = world.weather.strikes(Trouble.PUSH_LATE) ? world.weather.late() / 10 : world.weather.latency();
            world.agenda.in(delay, () -> to.inside(to.agent()::hint));
        }
    }
}
