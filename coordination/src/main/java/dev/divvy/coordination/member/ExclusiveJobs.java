package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.ExclusiveJob;
import dev.divvy.coordination.ExclusiveRun;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.member.task.MemberThreads;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs the exclusive jobs of one member, one after the other: asks the group to rest, waits until everybody has let go, runs the job on a
 * thread of its own, and lets the group go on. All state is the pulse thread's, but for those who wait for an answer.
 */
final class ExclusiveJobs {

    /** Where threads come from; see {@link MemberThreads}. */
    interface Threads {
        Thread thread(String role, Runnable work);
    }

    /** What every job needs beside the word of the board: that the lease runs. For any thread. */
    interface Right {
        boolean leased();

        /** How long the lease runs from now on if nothing renews it, in nanoseconds. */
        long left();
    }

    private final Threads threads;
    private final PulseLoop loop;
    private final Right right;
    private final Deque<Job<?>> waiting = new ArrayDeque<>();

    /** The question whether a job may begin that is on its way or was answered with yes, or 0. */
    private long asked;

    /** The end of the lease when the question was answered with yes; a later one tells that the board was seen since. */
    private OptionalLong agreed = OptionalLong.empty();

    /** The word that a job ended that is on its way, or 0; the next job is asked for only after it. */
    private long sharing;

    private Optional<Incarnation> life = Optional.empty();

    /** As of the last look. */
    private long leaseEnd = Long.MIN_VALUE;

    /** Written by the pulse thread only; others may end what runs. */
    private volatile Optional<Running> running = Optional.empty();

    private long stopAt = Long.MAX_VALUE;

    /** Jobs that have not begun: whoever waits for one is told when it never will. */
    private final Set<Job<?>> open = ConcurrentHashMap.newKeySet();

    /** Written by who ends this. */
    private volatile boolean ended;

    ExclusiveJobs(Threads threads, PulseLoop loop, Right right) {
        this.threads = threads;
        this.loop = loop;
        this.right = right;
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
    boolean look(ProtocolAgent agent, long now) {
        life = agent.standing().life();
        if (now >= stopAt) {
            stop();
        }
        waiting.removeIf(job -> job.isCancelled() && open.remove(job));
        forgetWhatTheBoardForgot(agent);
        leaseEnd = agent.standing().lease().deadline();
        boolean free = !waiting.isEmpty() && running.isEmpty() && asked == 0 && sharing == 0;
        if (free && life.isPresent() && mayAsk(agent, life.get())) {
            asked = agent.ask(new Change.Exclusive(life.get()));
            return true;
        }
        return false;
    }

    /** A board that was set back may not know that it agreed: who sees that asks again. */
    private void forgetWhatTheBoardForgot(ProtocolAgent agent) {
        boolean forgotten = agreed.isPresent()
                && running.isEmpty()
                && sharing == 0
                && agent.standing().lease().deadline() > agreed.getAsLong()
                && !life.equals(exclusive(agent));
        if (forgotten) {
            forget();
        }
    }

    private void forget() {
        asked = 0;
        agreed = OptionalLong.empty();
    }

    private static Optional<Incarnation> exclusive(ProtocolAgent agent) {
        return agent.standing()
                .view()
                .allocation()
                .flatMap(known -> known.directives().exclusive());
    }

    private static boolean mayAsk(ProtocolAgent agent, Incarnation me) {
        return exclusive(agent).filter(other -> !other.equals(me)).isEmpty();
    }

    void event(MemberEvent event) {
        if (event instanceof MemberEvent.Answered answered && answered.asked().number() == asked) {
            answered(answered.refusal().isEmpty());
        } else if (event instanceof MemberEvent.Answered answered
                && answered.asked().number() == sharing) {
            sharing = 0;
        } else if (event instanceof MemberEvent.Alone granted) {
            granted(Fence.of(granted.basis().version()));
        } else if (event instanceof MemberEvent.NotAlone) {
            stop();
        } else if (event instanceof MemberEvent.Ejected) {
            forget();
        }
    }

    private void answered(boolean yes) {
        if (yes) {
            agreed = OptionalLong.of(leaseEnd);
        } else {
            forget(); // another job was first
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
        begin(job, new LeasedRun(fence, right::leased), me);
    }

    @SuppressWarnings("CatchingUnchecked") // where no thread is to be had, the group must go on all the same
    private void begin(Job<?> job, LeasedRun alone, Incarnation me) {
        CountDownLatch over = new CountDownLatch(1);
        try {
            Thread worker = threads.thread("exclusive", () -> {
                Runnable answer = job.run(alone);
                over.countDown();
                loop.note(agent -> share(agent, me));
                answer.run(); // after the group goes on: what hangs on the answer may wait for the next job
            });
            Running next = new Running(alone, worker);
            running = Optional.of(next);
            threads.thread("exclusive-lease", () -> watch(next, over)).start();
            worker.start();
        } catch (Throwable e) {
            over.countDown();
            loop.note(agent -> share(agent, me));
            job.answer().refuse(e);
        }
    }

    /** The board may be silent, and with it the pulse thread: the end of the lease is noticed here. */
    private void watch(Running job, CountDownLatch over) {
        try {
            while (!over.await(Math.max(1, right.left()), TimeUnit.NANOSECONDS)) {
                if (!right.leased()) {
                    job.stop();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that; the job asks for the lease by itself, too
        }
    }

    private void share(ProtocolAgent agent, Incarnation me) {
        running = Optional.empty();
        forget();
        sharing = agent.ask(new Change.EndExclusive(me));
    }

    /** Ends the right of the job that runs; for any thread. */
    void stop() {
        running.ifPresent(Running::stop);
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

    private record Running(LeasedRun alone, Thread worker) {

        void stop() {
            alone.end();
            worker.interrupt();
        }
    }

    /** Told apart by what waits for it: the same job may be asked for twice. */
    private record Job<T>(ExclusiveJob<T> job, AsyncResult<T> answer) {

        Job(ExclusiveJob<T> job) {
            this(job, new AsyncResult<>());
        }

        boolean isCancelled() {
            return answer.future().isDone();
        }

        @SuppressWarnings("CatchingUnchecked") // whatever a job throws is its own answer
        Runnable run(ExclusiveRun alone) {
            try {
                T result = job.run(alone);
                return () -> answer.give(result);
            } catch (Throwable e) {
                return () -> answer.refuse(e);
            }
        }

        void refuse() {
            answer.refuse(new IllegalStateException("the membership was closed before the job began"));
        }
    }
}
