package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.step.Agent;
import dev.divvy.coordination.step.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Runs the exclusive jobs of one member, one after the other: asks the group to rest, waits until everybody has let go, runs the job on a
 * thread of its own, and lets the group go on. All state is the pulse thread's, but for those who wait for an answer.
 */
final class ExclusiveJobs {

    private final Crew crew;
    private final PulseLoop loop;
    private final BooleanSupplier leased;
    private final Deque<Job<?>> waiting = new ArrayDeque<>();

    /** The question whether a job may begin that is on its way or was answered with yes, or 0. */
    private long asked;

    /** The word that a job ended that is on its way, or 0; the next job is asked for only after it. */
    private long sharing;

    private Optional<Incarnation> life = Optional.empty();
    private Optional<Running> running = Optional.empty();
    private long stopAt = Long.MAX_VALUE;

    /** Jobs that have not begun: whoever waits for one is told when it never will. */
    private final Set<Job<?>> open = ConcurrentHashMap.newKeySet();

    /** Written by who ends this. */
    private volatile boolean ended;

    ExclusiveJobs(Crew crew, PulseLoop loop, BooleanSupplier leased) {
        this.crew = crew;
        this.loop = loop;
        this.leased = leased;
    }

    /** For any thread. */
    <T> CompletableFuture<T> add(ExclusiveJob<T> job) {
        Job<T> next = new Job<>(job);
        open.add(next);
        loop.note(agent -> {
            if (open.contains(next)) {
                waiting.add(next);
            }
        });
        if (ended) {
            refuseAll();
        }
        return next.answer().future();
    }

    /** At every turn of the pulse: asks for the next job when no other member's is there. Answers whether it asked for something. */
    boolean look(Agent agent, long now) {
        life = agent.standing().life();
        if (now >= stopAt) {
            stop();
        }
        waiting.removeIf(job -> job.isCancelled() && open.remove(job));
        boolean free = !waiting.isEmpty() && running.isEmpty() && asked == 0 && sharing == 0;
        if (free && life.isPresent() && mayAsk(agent, life.get())) {
            asked = agent.ask(new Change.Exclusive(life.get()));
            return true;
        }
        return false;
    }

    private static boolean mayAsk(Agent agent, Incarnation me) {
        return agent.standing()
                .view()
                .allocation()
                .flatMap(known -> known.directives().exclusive())
                .filter(other -> !other.equals(me))
                .isEmpty();
    }

    void event(Event event) {
        if (event instanceof Event.Answered answered && answered.asked().number() == asked) {
            asked = answered.refusal().isPresent() ? 0 : asked; // another job was first
        } else if (event instanceof Event.Answered answered && answered.asked().number() == sharing) {
            sharing = 0;
        } else if (event instanceof Event.Alone granted) {
            granted(Fence.of(granted.basis().version()));
        } else if (event instanceof Event.NotAlone) {
            stop();
        } else if (event instanceof Event.Ejected) {
            asked = 0;
        }
    }

    private void granted(Fence fence) {
        if (running.isPresent() || sharing != 0) {
            return; // of a job that has ended or is about to: the group goes on when it has
        }
        Incarnation me = life.orElseThrow();
        Job<?> job = waiting.poll();
        if (job == null || !open.remove(job)) {
            loop.note(agent -> share(agent, me));
            return;
        }
        Alone alone = new Alone(fence, leased);
        Thread worker = crew.thread("exclusive", () -> {
            Runnable answer = job.run(alone);
            loop.note(agent -> share(agent, me));
            answer.run(); // after the group goes on: what hangs on the answer may wait for the next job
        });
        running = Optional.of(new Running(alone, worker));
        worker.start();
    }

    private void share(Agent agent, Incarnation me) {
        running = Optional.empty();
        asked = 0;
        sharing = agent.ask(new Change.Share(me));
    }

    private void stop() {
        running.ifPresent(job -> {
            job.alone().end();
            job.worker().interrupt();
        });
    }

    /** The member leaves: no further job begins, and the one that runs has until then. */
    void leave(long until) {
        stopAt = Math.min(stopAt, until);
        waiting.clear();
        end();
    }

    /** No further job begins; for any thread. */
    void end() {
        ended = true;
        refuseAll();
    }

    /** The member is gone, and with it the right of the job that runs. */
    void gone() {
        stop();
        end();
    }

    private void refuseAll() {
        open.forEach(job -> {
            if (open.remove(job)) {
                job.refuse();
            }
        });
    }

    private record Running(Alone alone, Thread worker) {}

    /** Told apart by what waits for it: the same job may be asked for twice. */
    private record Job<T>(ExclusiveJob<T> job, Answer<T> answer) {

        Job(ExclusiveJob<T> job) {
            this(job, new Answer<>());
        }

        boolean isCancelled() {
            return answer.future().isDone();
        }

        @SuppressWarnings("CatchingUnchecked") // whatever a job throws is its own answer
        Runnable run(Alone alone) {
            try {
                T result = job.run(alone);
                return () -> answer.future().complete(result);
            } catch (Throwable e) {
                return () -> answer.future().completeExceptionally(e);
            }
        }

        void refuse() {
            answer.refuse(new IllegalStateException("the membership was closed before the job began"));
        }
    }
}
