package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.step.Agent;
import dev.divvy.coordination.step.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the exclusive jobs of one member, one after the other: asks the group to rest, waits until everybody has let go, runs the job on a
 * thread of its own, and lets the group go on. All state is the pulse thread's.
 */
final class ExclusiveJobs {

    private final String member;
    private final BooleanSupplier leased;
    private final Deque<Job<?>> waiting = new ArrayDeque<>();

    /** The question whether a job may begin that is on its way, or 0. */
    private long asked;

    /** The word that a job ended that is on its way, or 0; the next job is asked for only after it. */
    private long sharing;

    private Optional<Incarnation> life = Optional.empty();
    private @Nullable Alone alone;
    private @Nullable Thread worker;

    ExclusiveJobs(String member, BooleanSupplier leased) {
        this.member = member;
        this.leased = leased;
    }

    <T> void add(ExclusiveJob<T> job, CompletableFuture<T> result) {
        waiting.add(new Job<>(job, result));
    }

    /** Asks for the next job, or again where another member's job was first; at every turn of the pulse. */
    void look(Agent agent) {
        life = agent.standing().life();
        if (!waiting.isEmpty() && worker == null && asked == 0 && sharing == 0 && life.isPresent()) {
            asked = agent.ask(new Change.Exclusive(life.get()));
        }
    }

    void event(Event event, PulseLoop loop) {
        if (event instanceof Event.Answered answered && answered.asked().number() == asked) {
            // Refused: another job is there. In force: the way is open once everybody has let go. Asking again does no
            // harm.
            asked = answered.refusal().isPresent() || life.isEmpty() ? 0 : asked;
        } else if (event instanceof Event.Answered answered && answered.asked().number() == sharing) {
            sharing = 0;
        } else if (event instanceof Event.Alone granted) {
            start(Fence.of(granted.basis().version()), loop);
        } else if (event instanceof Event.NotAlone) {
            stop();
        } else if (event instanceof Event.Ejected) {
            asked = 0;
        }
    }

    private void start(Fence fence, PulseLoop loop) {
        Job<?> job = waiting.poll();
        if (job == null || worker != null) {
            return;
        }
        Alone granted = new Alone(fence, leased);
        Incarnation me = life.orElseThrow();
        alone = granted;
        worker = new Thread(
                () -> {
                    job.run(granted);
                    loop.note(agent -> {
                        worker = null;
                        alone = null;
                        asked = 0;
                        sharing = agent.ask(new Change.Share(me));
                    });
                },
                member + "-exclusive");
        worker.setDaemon(true);
        worker.start();
    }

    private void stop() {
        if (alone != null) {
            alone.end();
        }
        if (worker != null) {
            worker.interrupt();
        }
    }

    void end() {
        stop();
        waiting.forEach(Job::refuse);
        waiting.clear();
    }

    private record Job<T>(ExclusiveJob<T> job, CompletableFuture<T> result) {

        @SuppressWarnings("CatchingUnchecked") // whatever a job throws is its own answer
        void run(Alone alone) {
            try {
                result.complete(job.run(alone));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        }

        void refuse() {
            result.completeExceptionally(new IllegalStateException("the membership was closed before the job began"));
        }
    }
}
