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
 * Runs the exclusive jobs of one member, one after the other: requests exclusive mode, waits until every member has released its pieces,
 * runs the job on its own thread, and ends exclusive mode. Only the pulse thread changes the state, except for the jobs that have not
 * started.
 */
final class ExclusiveJobs {

    /** Creates threads; see {@link MemberThreads}. */
    interface Threads {
        Thread thread(String role, Runnable work);
    }

    /** The member's lease, which a job needs in addition to the board's grant. Thread-safe. */
    interface LeaseState {
        boolean leased();

        /** Returns how long the lease lasts from now on if it is not renewed, in nanoseconds. */
        long left();
    }

    private final Threads threads;
    private final PulseLoop loop;
    private final LeaseState lease;
    private final Deque<Job<?>> waiting = new ArrayDeque<>();

    /** The number of the request for exclusive mode that is pending or was accepted, or 0. */
    private long startRequest;

    /** The end of the lease when the request was accepted; a later end shows that the board was read since. */
    private OptionalLong acceptedLeaseEnd = OptionalLong.empty();

    /** The number of the pending request to end exclusive mode, or 0; the next job is requested only after it. */
    private long endRequest;

    private Optional<Incarnation> incarnation = Optional.empty();

    /** The end of the lease as of the last turn. */
    private long leaseEnd = Long.MIN_VALUE;

    /** Written by the pulse thread only; other threads may stop the job. */
    private volatile Optional<Running> running = Optional.empty();

    private long stopAt = Long.MAX_VALUE;

    /** Jobs that have not started. Their futures fail if they never will. */
    private final Set<Job<?>> open = ConcurrentHashMap.newKeySet();

    /** Set by any thread, only to true. */
    private volatile boolean ended;

    ExclusiveJobs(Threads threads, PulseLoop loop, LeaseState lease) {
        this.threads = threads;
        this.loop = loop;
        this.lease = lease;
    }

    /** Adds a job. Thread-safe. */
    <T> CompletableFuture<T> add(ExclusiveJob<T> job) {
        Job<T> next = new Job<>(job);
        open.add(next);
        loop.execute(agent -> {
            if (open.contains(next)) {
                waiting.add(next);
            }
        });
        if (ended) {
            rejectAll();
        }
        return next.result().future();
    }

    /** Requests exclusive mode for the next job, unless another member has it. Called at every turn; returns whether it made a request. */
    boolean look(ProtocolAgent agent, long now) {
        incarnation = agent.state().incarnation();
        if (now >= stopAt) {
            stop();
        }
        waiting.removeIf(job -> job.isCancelled() && open.remove(job));
        discardLostRequest(agent);
        leaseEnd = agent.state().lease().deadline();
        boolean free = !waiting.isEmpty() && running.isEmpty() && startRequest == 0 && endRequest == 0;
        if (free && incarnation.isPresent() && mayRequest(agent, incarnation.get())) {
            startRequest = agent.request(new Change.Exclusive(incarnation.get()));
            return true;
        }
        return false;
    }

    /** Discards an accepted request that the board has lost, so that it is sent again. */
    private void discardLostRequest(ProtocolAgent agent) {
        boolean lost = acceptedLeaseEnd.isPresent()
                && running.isEmpty()
                && endRequest == 0
                && agent.state().lease().deadline() > acceptedLeaseEnd.getAsLong()
                && !incarnation.equals(exclusive(agent));
        if (lost) {
            discardRequest();
        }
    }

    private void discardRequest() {
        startRequest = 0;
        acceptedLeaseEnd = OptionalLong.empty();
    }

    private static Optional<Incarnation> exclusive(ProtocolAgent agent) {
        return agent.state()
                .view()
                .allocation()
                .flatMap(known -> known.directives().exclusive());
    }

    private static boolean mayRequest(ProtocolAgent agent, Incarnation me) {
        return exclusive(agent).filter(other -> !other.equals(me)).isEmpty();
    }

    void event(MemberEvent event) {
        if (event instanceof MemberEvent.Answered answered && answered.request().number() == startRequest) {
            answered(answered.refusal().isEmpty());
        } else if (event instanceof MemberEvent.Answered answered
                && answered.request().number() == endRequest) {
            endRequest = 0;
        } else if (event instanceof MemberEvent.ExclusiveGranted granted) {
            granted(Fence.of(granted.basis().version()));
        } else if (event instanceof MemberEvent.ExclusiveRevoked) {
            stop();
        } else if (event instanceof MemberEvent.Ejected) {
            discardRequest();
        }
    }

    private void answered(boolean accepted) {
        if (accepted) {
            acceptedLeaseEnd = OptionalLong.of(leaseEnd);
        } else {
            discardRequest(); // another job was first
        }
    }

    private void granted(Fence fence) {
        if (running.isPresent() || endRequest != 0) {
            return; // the grant of a job that has ended or is about to end; the end request follows
        }
        Incarnation me = incarnation.orElseThrow();
        Job<?> job = waiting.poll();
        if (job == null || !open.remove(job)) {
            loop.execute(agent -> endExclusive(agent, me));
            return;
        }
        begin(job, new LeasedExclusiveRun(fence, lease::leased), me);
    }

    @SuppressWarnings("CatchingUnchecked") // if no thread is available the group must resume all the same
    private void begin(Job<?> job, LeasedExclusiveRun run, Incarnation me) {
        CountDownLatch over = new CountDownLatch(1);
        try {
            Thread worker = threads.thread("exclusive", () -> {
                Runnable completion = job.run(run);
                over.countDown();
                loop.execute(agent -> endExclusive(agent, me));
                completion.run(); // after the group resumes, because dependents of the future may wait for the next job
            });
            Running next = new Running(run, worker);
            running = Optional.of(next);
            threads.thread("exclusive-lease", () -> watch(next, over)).start();
            worker.start();
        } catch (Throwable e) {
            over.countDown();
            loop.execute(agent -> endExclusive(agent, me));
            job.result().fail(e);
        }
    }

    /** Stops the job when the lease ends. The pulse thread cannot do that, because it may be waiting for the board. */
    private void watch(Running job, CountDownLatch over) {
        try {
            while (!over.await(Math.max(1, lease.left()), TimeUnit.NANOSECONDS)) {
                if (!lease.leased()) {
                    job.stop();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // not expected; the job also checks the lease itself
        }
    }

    private void endExclusive(ProtocolAgent agent, Incarnation me) {
        running = Optional.empty();
        discardRequest();
        endRequest = agent.request(new Change.EndExclusive(me));
    }

    /** Revokes and interrupts the running job. Thread-safe. */
    void stop() {
        running.ifPresent(Running::stop);
    }

    /** The member is leaving: no further job starts, and the running one may continue until then. */
    void leave(long until) {
        stopAt = Math.min(stopAt, until);
        waiting.clear();
        end();
    }

    /** Rejects all jobs that have not started, and all later ones. Thread-safe. */
    void end() {
        ended = true;
        rejectAll();
    }

    /** The member has left: stops the running job and rejects the others. */
    void memberLeft() {
        stop();
        end();
    }

    private void rejectAll() {
        open.forEach(job -> {
            if (open.remove(job)) {
                job.reject();
            }
        });
    }

    private record Running(LeasedExclusiveRun run, Thread worker) {

        void stop() {
            run.end();
            worker.interrupt();
        }
    }

    /** A job and its result. The result makes two submissions of the same job distinct. */
    private record Job<T>(ExclusiveJob<T> job, OffThreadFuture<T> result) {

        Job(ExclusiveJob<T> job) {
            this(job, new OffThreadFuture<>());
        }

        boolean isCancelled() {
            return result.future().isDone();
        }

        @SuppressWarnings("CatchingUnchecked") // whatever a job throws fails its own future
        Runnable run(ExclusiveRun run) {
            try {
                T value = job.run(run);
                return () -> result.complete(value);
            } catch (Throwable e) {
                return () -> result.fail(e);
            }
        }

        void reject() {
            result.fail(new IllegalStateException("the membership was closed before the job began"));
        }
    }
}
