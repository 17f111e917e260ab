package dev.divvy.coordination.member.task;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.MemberTask;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.PieceTask;
import dev.divvy.coordination.Portion;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Starts, stops and lets go of tasks as pieces come and go: one for each piece, or one for the member. Told by its membership, on the
 * teller's thread, which alone writes its state.
 */
public final class TaskRunner implements Listener {

    /** The key of the one task of a member. */
    private static final String MEMBER = "";

    private final Membership membership;
    private final MemberThreads crew;
    private final String role;
    private final Optional<PieceTask> perPiece;
    private final Optional<MemberTask> perMember;
    private final Set<String> held = new HashSet<>();
    private final ScheduledThreadPoolExecutor timer;

    /** By piece. Read by who waits for the end of all, hence concurrent. */
    private final Map<String, TaskThread> threads = new ConcurrentHashMap<>();

    private TaskRunner(
            Membership membership,
            MemberThreads crew,
            String role,
            Optional<PieceTask> perPiece,
            Optional<MemberTask> perMember) {
        this.membership = membership;
        this.crew = crew;
        this.role = role;
        this.perPiece = perPiece;
        this.perMember = perMember;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> crew.thread(role + "-timer", task));
        timer.setRemoveOnCancelPolicy(true);
    }

    public static TaskRunner perPiece(Membership membership, MemberThreads crew, PieceTask task) {
        return new TaskRunner(membership, crew, "piece", Optional.of(task), Optional.empty());
    }

    public static TaskRunner perMember(Membership membership, MemberThreads crew, MemberTask task) {
        return new TaskRunner(membership, crew, "shift", Optional.empty(), Optional.of(task));
    }

    @Override
    public void gained(Portion portion) {
        portion.holdings().forEach(holding -> {
            held.add(holding.piece());
            perPiece.ifPresent(task -> start(holding.piece(), thread -> onPiece(task, holding.piece())));
        });
        perMember.filter(task -> wanted(MEMBER)).ifPresent(task -> start(MEMBER, thread -> onShift(task, thread)));
    }

    @Override
    public void lost(Portion portion, LossReason why) {
        portion.holdings().forEach(holding -> {
            held.remove(holding.piece());
            perPiece.ifPresent(task -> stop(holding.piece(), why));
        });
        if (perMember.isPresent() && held.isEmpty()) {
            stop(MEMBER, why);
        }
        threads.values().removeIf(one -> one.stopping() && one.obstacle().isEmpty());
    }

    /**
     * The teller may be behind: a piece that it told of is perhaps not held just now, and held again before it tells of that. A lease that is
     * renewed in the last moment is told of by nobody, so a task that was asked to stop is not done: who wants it stopped says so.
     */
    private boolean onPiece(PieceTask task, String piece) throws Exception {
        Optional<Hold> hold = membership.holdPiece(piece);
        if (hold.isEmpty()) {
            return false;
        }
        try (TaskHold mine = new TaskHold(hold.get())) {
            if (mine.stopping()) {
                return false;
            }
            task.run(mine);
            return !mine.hasSaidStop();
        }
    }

    /** A shift is told to stop by its thread alone, but may as well end because it finds nothing held. */
    private boolean onShift(MemberTask task, TaskThread thread) throws Exception {
        CurrentShift shift = new CurrentShift(membership, thread);
        task.run(shift);
        return !shift.hasFoundNothing();
    }

    private boolean wanted(String key) {
        TaskThread running = threads.get(key);
        return running == null || running.stopping() || running.ended();
    }

    private void start(String key, TaskThread.Body body) {
        TaskThread thread = new TaskThread(
                crew,
                key.isEmpty() ? role : role + "-" + key,
                Optional.ofNullable(threads.get(key)).flatMap(TaskThread::obstacle),
                body);
        threads.put(key, thread);
        thread.start();
    }

    private void stop(String key, LossReason why) {
        TaskThread thread = threads.get(key);
        if (thread != null) {
            thread.stop(patience(why), timer);
        }
    }

    /** How long a task may take to stop before it is interrupted. */
    private long patience(LossReason why) {
        return switch (why) {
            case REVOKED -> membership.group().timing().grace().toNanos();
            case LEASE_ENDED -> membership.group().timing().notice().toNanos();
            case DROPPED, CLOSED -> 0;
        };
    }

    /** All tasks stop within the grace time, and the runner ends; on the teller's thread, when nothing more is told. */
    public void end() {
        threads.values().forEach(thread -> thread.stop(patience(LossReason.REVOKED), timer));
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
