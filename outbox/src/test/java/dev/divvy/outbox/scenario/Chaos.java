package dev.divvy.outbox.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Joins, leaves, kills and pauses of processors, in an order that the seed decides. */
final class Chaos {

    private enum Kind {
        JOIN,
        LEAVE,
        KILL,
        ZOMBIE,
        PAUSE
    }

    /** The number of kinds of events. */
    static final int KINDS = Kind.values().length;

    private static final int MIN_WORKERS = 3;
    private static final int MAX_WORKERS = 5;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(15);
    private static final int ATTEMPTS = 5;

    private final WorkerProcesses workers;
    private final Producers producers;
    private final Random random;

    Chaos(WorkerProcesses workers, Producers producers, Random random) {
        this.workers = workers;
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
            perform(plan.get(step));
        }
    }

    private void perform(Kind kind) throws Exception {
        switch (kind) {
            case JOIN -> {
                if (workers.running().size() < MAX_WORKERS) {
                    workers.join(1);
                }
            }
            case LEAVE -> {
                pick().terminate();
                refill();
            }
            case KILL -> {
                pick().kill();
                refill();
            }
            case ZOMBIE -> zombie();
            case PAUSE -> pause();
        }
    }

    private WorkerProcess pick() {
        List<WorkerProcess> running = workers.running();
        return running.get(random.nextInt(running.size()));
    }

    private void refill() throws Exception {
        if (workers.running().size() < MIN_WORKERS) {
            workers.join(1);
        }
    }

    /**
     * Pauses a worker in its handler until another worker handles the same event, then resumes it before the other has completed anything:
     * only the fence can refuse it.
     */
    private void zombie() throws Exception {
        String gate = producers.sendGate();
        WorkerProcess zombie = workers.awaitHeld(gate, Optional.empty());
        long before = zombie.refused();
        pauseUntil(
                "another worker reaches " + gate,
                zombie,
                () -> workers.held(gate, Optional.of(zombie)).isPresent(),
                () -> zombie.send("release"));
        WorkerProcess successor = workers.awaitHeld(gate, Optional.of(zombie));
        Await.until(
                "the completion of " + zombie.member() + " at " + gate + " is refused",
                TIMEOUT,
                () -> zombie.refused() > before);
        assertThat(producers.awaitNumber(completionsOf(gate)))
                .as("completions of %s while its new owner %s is held", gate, successor.member())
                .isZero();
        producers.open(gate);
        Await.until("the event of " + gate + " is completed", TIMEOUT, () -> producers.number(completionsOf(gate)) > 0);
        // The piece may move once more meanwhile, even back to the zombie's next incarnation: only earlier effects
        // count.
        long since = workers.epochHeld(gate, successor);
        assertThat(producers.effectsOf(gate))
                .as(
                        "effects at %s: %s was refused, %s had it since %d",
                        gate, zombie.member(), successor.member(), since)
                .allMatch(effect -> effect.epoch() >= since);
    }

    private static String completionsOf(String gate) {
        return "SELECT COUNT(*) FROM completions c JOIN divvy_outbox o ON o.id = c.event_id WHERE o.entity_id = '"
                + gate + "'";
    }

    /** Pauses a worker at any moment, until the others have ejected it. */
    private void pause() throws Exception {
        WorkerProcess worker = pick();
        String incarnation = "SELECT incarnation FROM divvy_fence WHERE present AND member = '" + worker.member() + "'";
        pauseUntil(worker.member() + " is ejected", worker, () -> producers.number(incarnation) == 0, () -> {});
        Await.until(worker.member() + " is back", TIMEOUT, () -> producers.number(incarnation) > 0);
    }

    /** Pauses a worker until the condition holds. Where the database does not end an idle transaction, the worker is resumed and paused again. */
    private void pauseUntil(String what, WorkerProcess worker, Await.Condition<Exception> condition, Runnable action)
            throws Exception {
        boolean endsIdle = workers.database().endsIdleTransactions();
        for (int attempt = 0; attempt < (endsIdle ? 1 : ATTEMPTS); attempt++) {
            worker.pause();
            try {
                if (Await.within(endsIdle ? TIMEOUT : SHORT_TIMEOUT, condition)) {
                    action.run();
                    return;
                }
            } finally {
                worker.resume();
            }
        }
        throw new AssertionError("not reached while " + worker.member() + " is paused: " + what);
    }
}
