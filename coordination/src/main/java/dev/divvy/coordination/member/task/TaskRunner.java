package dev.divvy.coordination.member.task;

import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.MemberTask;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.PieceTask;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Starts and stops tasks as pieces are gained and lost: one per piece, or one per member. Called by its membership on the listener thread,
 * which alone writes its state.
 */
public final class TaskRunner implements Listener {

    /** The key of the task that runs once per member. */
    private static final String MEMBER = "";

    private final Membership membership;
    private final MemberThreads memberThreads;
    private final String role;
    private final Optional<PieceTask> perPiece;
    private final Optional<MemberTask> perMember;
    private final Set<String> held = new HashSet<>();
    private final ScheduledThreadPoolExecutor timer;

    /** The threads by piece. Concurrent, because a closing thread reads it. */
    private final Map<String, TaskThread> threads = new ConcurrentHashMap<>();

    private TaskRunner(
            Membership membership,
            MemberThreads memberThreads,
            String role,
            Optional<PieceTask> perPiece,
            Optional<MemberTask> perMember) {
        this.membership = membership;
        this.memberThreads = memberThreads;
        this.role = role;
        this.perPiece = perPiece;
        this.perMember = perMember;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> memberThreads.thread(role + "-timer", task));
        timer.setRemoveOnCancelPolicy(true);
    }

    public static TaskRunner perPiece(Membership membership, MemberThreads memberThreads, PieceTask task) {
        return new TaskRunner(membership, memberThreads, "piece", Optional.of(task), Optional.empty());
    }

    public static TaskRunner perMember(Membership membership, MemberThreads memberThreads, MemberTask task) {
        return new TaskRunner(membership, memberThreads, "shift", Optional.empty(), Optional.of(task));
    }

    @Override
    public void gained(HeldPieces portion) {
        portion.holdings().forEach(holding -> {
            held.add(holding.piece());
            perPiece.ifPresent(task -> start(holding.piece(), thread -> onPiece(task, holding.piece())));
        });
        perMember.filter(task -> needsThread(MEMBER)).ifPresent(task -> start(MEMBER, thread -> onShift(task, thread)));
    }

    @Override
    public void lost(HeldPieces portion, LossReason reason) {
        portion.holdings().forEach(holding -> {
            held.remove(holding.piece());
            perPiece.ifPresent(task -> stop(holding.piece(), reason));
        });
        if (perMember.isPresent() && held.isEmpty()) {
            stop(MEMBER, reason);
        }
        threads.values()
                .removeIf(thread -> thread.stopping() && thread.blocker().isEmpty());
    }

    /**
     * Runs the task and returns whether it is done. The listener thread may lag behind: a piece that it reported may not be held at the
     * moment and be held again before the next report. A lease that is renewed at the last moment is never reported, so a task that its
     * hold told to stop is not done; a real stop comes through {@link #stop}.
     */
    private boolean onPiece(PieceTask task, String piece) throws Exception {
        Optional<Hold> hold = membership.holdPiece(piece);
        if (hold.isEmpty()) {
            return false;
        }
        try (TaskHold taskHold = new TaskHold(hold.get())) {
            if (taskHold.stopping()) {
                return false;
            }
            task.run(taskHold);
            return !taskHold.wasToldToStop();
        }
    }

    /** Runs the task and returns whether it is done. Only its thread tells it to stop, but it may also end because its portion is empty. */
    private boolean onShift(MemberTask task, TaskThread thread) throws Exception {
        TaskShift shift = new TaskShift(membership, thread);
        task.run(shift);
        return !shift.hasSeenEmptyPortion();
    }

    private boolean needsThread(String key) {
        TaskThread running = threads.get(key);
        return running == null || running.stopping() || running.ended();
    }

    private void start(String key, TaskThread.Body body) {
        TaskThread thread = new TaskThread(
                memberThreads,
                key.isEmpty() ? role : role + "-" + key,
                Optional.ofNullable(threads.get(key)).flatMap(TaskThread::blocker),
                body);
        threads.put(key, thread);
        thread.start();
    }

    private void stop(String key, LossReason reason) {
        TaskThread thread = threads.get(key);
        if (thread != null) {
            thread.stop(stopTimeout(reason), timer);
        }
    }

    /** Returns how long a task may take to stop before it is interrupted. */
    private long stopTimeout(LossReason reason) {
        return switch (reason) {
            case REVOKED -> membership.group().timing().grace().toNanos();
            case LEASE_ENDED -> membership.group().timing().notice().toNanos();
            case DROPPED, CLOSED -> 0;
        };
    }

    /** Stops all tasks within the grace time and ends the runner. Called on the listener thread, after the last notification. */
    public void end() {
        threads.values().forEach(thread -> thread.stop(stopTimeout(LossReason.REVOKED), timer));
        timer.shutdown();
    }

    /** Waits until all tasks have ended, at most this long. */
    public void awaitEnd(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (TaskThread thread : threads.values()) {
            thread.join(Math.max(1, end - System.nanoTime()));
        }
    }
}
