package dev.divvy.outbox.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What happens to the processors, in an order that the seed decides. */
final class Chaos {

    private enum Kind {
        JOIN,
        LEAVE,
        KILL,
        ZOMBIE,
        PAUSE
    }

    /** How many kinds of things may happen. */
    static final int KINDS = Kind.values().length;

    private static final int FEWEST = 3;
    private static final int MOST = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration A_WHILE = Duration.ofSeconds(15);
    private static final int ATTEMPTS = 5;

    private final Crew crew;
    private final Producers producers;
    private final Random random;

    Chaos(Crew crew, Producers producers, Random random) {
        this.crew = crew;
        this.producers = producers;
        this.random = random;
    }

    void run(int steps, Scenario.Middle middle) throws Exception {
        List<Kind> plan = new ArrayList<>();
        while (plan.size() < steps) {
            List<Kind> each = new ArrayList<>(List.of(Kind.values()));
            Collections.shuffle(each, random);
            plan.addAll(each);
        }
        for (int step = 0; step < steps; step++) {
            if (step == steps / 2) {
                middle.run();
            }
            happen(plan.get(step));
        }
    }

    private void happen(Kind kind) throws Exception {
        switch (kind) {
            case JOIN -> {
                if (crew.living().size() < MOST) {
                    crew.join(1);
                }
            }
            case LEAVE -> {
                anybody().leave();
                refill();
            }
            case KILL -> {
                anybody().kill();
                refill();
            }
            case ZOMBIE -> zombie();
            case PAUSE -> pause();
        }
    }

    private Child anybody() {
        List<Child> living = crew.living();
        return living.get(random.nextInt(living.size()));
    }

    private void refill() throws Exception {
        if (crew.living().size() < FEWEST) {
            crew.join(1);
        }
    }

    /**
     * One stands still with work in hand, until another has the same work in hand; then it goes on, before the other has completed
     * anything: only the fence can refuse it.
     */
    private void zombie() throws Exception {
        String gate = producers.sendGate();
        Child zombie = crew.awaitHeld(gate, Optional.empty());
        long before = zombie.refused();
        standStillUntil(
                "somebody else comes to " + gate,
                zombie,
                () -> crew.held(gate, Optional.of(zombie)).isPresent(),
                () -> zombie.tell("release"));
        Child heir = crew.awaitHeld(gate, Optional.of(zombie));
        Await.until(
                "the completion of " + zombie.member() + " at " + gate + " is refused",
                PATIENCE,
                () -> zombie.refused() > before);
        assertThat(producers.answer(completionsOf(gate)))
                .as("completions of %s while its new owner %s is held", gate, heir.member())
                .isZero();
        producers.open(gate);
        Await.until("somebody completes " + gate, PATIENCE, () -> producers.ask(completionsOf(gate)) > 0);
        // The piece may move once more meanwhile, even back to the zombie's next life: what counts is what it did
        // before.
        long since = crew.epochHeld(gate, heir);
        assertThat(producers.effectsOf(gate))
                .as("effects at %s: %s was refused, %s had it since %d", gate, zombie.member(), heir.member(), since)
                .allMatch(effect -> effect.epoch() >= since);
    }

    private static String completionsOf(String gate) {
        return "SELECT COUNT(*) FROM completions c JOIN divvy_outbox o ON o.id = c.event_id WHERE o.entity_id = '"
                + gate + "'";
    }

    /** One stands still at any moment, until the others have taken it off the board. */
    private void pause() throws Exception {
        Child child = anybody();
        String incarnation = "SELECT incarnation FROM divvy_fence WHERE present AND member = '" + child.member() + "'";
        standStillUntil(child.member() + " is taken off", child, () -> producers.ask(incarnation) == 0, () -> {});
        Await.until(child.member() + " is back", PATIENCE, () -> producers.ask(incarnation) > 0);
    }

    /** Where the database does not end the transaction in which one may have stopped, it goes on after a while, and is stopped once more. */
    private void standStillUntil(String what, Child child, Await.Condition<Exception> condition, Runnable then)
            throws Exception {
        boolean ends = crew.place().endsWhoStandsStill();
        for (int attempt = 0; attempt < (ends ? 1 : ATTEMPTS); attempt++) {
            child.standStill();
            try {
                if (Await.within(ends ? PATIENCE : A_WHILE, condition)) {
                    then.run();
                    return;
                }
            } finally {
                child.goOn();
            }
        }
        throw new AssertionError("not while " + child.member() + " stands still: " + what);
    }
}
