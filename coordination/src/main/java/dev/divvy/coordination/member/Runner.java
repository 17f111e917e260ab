package dev.divvy.coordination.member;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Starts, stops and lets go of tasks as pieces come and go: one for each piece, or one for the member. Told by its membership, on the
 * teller's thread, which alone writes its state.
 */
final class Runner implements Listener {

    /** The key of the one task of a member. */
    private static final String MEMBER = "";

    private final Membership membership;
    private final String name;
    private final Optional<PieceTask> perPiece;
    private final Optional<MemberTask> perMember;
    private final Map<String, TaskThread> threads = new HashMap<>();
    private final Set<String> held = new HashSet<>();
    private final ScheduledExecutorService timer;

    private Runner(Membership membership, String name, Optional<PieceTask> perPiece, Optional<MemberTask> perMember) {
        this.membership = membership;
        this.name = name;
        this.perPiece = perPiece;
        this.perMember = perMember;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name + "-timer");
            thread.setDaemon(true);
            return thread;
        });
    }

    static Runner perPiece(Membership membership, String name, PieceTask task) {
        return new Runner(membership, name, Optional.of(task), Optional.empty());
    }

    static Runner perMember(Membership membership, String name, MemberTask task) {
        return new Runner(membership, name, Optional.empty(), Optional.of(task));
    }

    @Override
    public void gained(Portion portion) {
        portion.holdings().forEach(holding -> {
            held.add(holding.piece());
            perPiece.ifPresent(task -> start(holding.piece(), thread -> onPiece(task, holding.piece())));
        });
        perMember.filter(task -> wanted(MEMBER)).ifPresent(task -> start(MEMBER, thread -> task.run(shift(thread))));
    }

    @Override
    public void lost(Portion portion, Loss why) {
        portion.holdings().forEach(holding -> {
            held.remove(holding.piece());
            perPiece.ifPresent(task -> stop(holding.piece(), why));
        });
        if (perMember.isPresent() && held.isEmpty()) {
            stop(MEMBER, why);
        }
    }

    private void onPiece(PieceTask task, String piece) throws Exception {
        Optional<Hold> hold = membership.holdPiece(piece);
        if (hold.isPresent()) {
            try (Hold mine = hold.get()) {
                task.run(mine);
            }
        }
    }

    private Shift shift(TaskThread thread) {
        return new Shift() {
            @Override
            public Portion portion() {
                return membership.portion();
            }

            @Override
            public boolean stopping() {
                return thread.stopping();
            }
        };
    }

    private boolean wanted(String key) {
        TaskThread running = threads.get(key);
        return running == null || running.stopping() || running.ended();
    }

    private void start(String key, TaskThread.Body body) {
        TaskThread thread = new TaskThread(
                name + (key.isEmpty() ? "" : "-" + key),
                Optional.ofNullable(threads.get(key)).filter(before -> !before.ended()),
                body);
        threads.put(key, thread);
        thread.start();
    }

    private void stop(String key, Loss why) {
        TaskThread thread = threads.get(key);
        if (thread != null) {
            thread.stop(patience(why), timer);
            if (thread.ended()) {
                threads.remove(key);
            }
        }
    }

    /** How long a task may take to stop before it is interrupted. */
    private long patience(Loss why) {
        return switch (why) {
            case REVOKED -> membership.group().timing().grace().toNanos();
            case LEASE_ENDED -> membership.group().timing().notice().toNanos();
            case DROPPED, CLOSED -> 0;
        };
    }

    /** All tasks stop, and the runner ends. */
    void end() {
        threads.values().forEach(thread -> thread.stop(0, timer));
        timer.shutdown();
    }
}
