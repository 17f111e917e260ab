package dev.divvy.boardredis;

import dev.divvy.coordination.Holding;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.support.DaemonThreads;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Looks without rest whether two members hold the same piece, and writes down each time that they do. */
final class Witness implements AutoCloseable {

    private static final long REST_NANOS = 200_000;

    private final List<Membership> members;
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private final Thread thread = DaemonThreads.unstarted("witness", this::look);
    private volatile boolean ended;

    Witness(List<Membership> members) {
        this.members = List.copyOf(members);
        thread.start();
    }

    /** What was seen so far; empty when nobody ever held what another held. */
    List<String> seen() {
        return List.copyOf(seen);
    }

    private void look() {
        while (!ended) {
            for (Membership one : members) {
                for (Holding holding : one.portion().holdings()) {
                    compare(one, holding);
                }
            }
            LockSupport.parkNanos(REST_NANOS);
        }
    }

    /** One who holds a piece before and after another was seen with it held it together with that one. */
    private void compare(Membership one, Holding holding) {
        for (Membership other : members) {
            if (other != one) {
                Optional<Holding> there = of(other, holding.piece());
                if (there.isPresent() && of(one, holding.piece()).equals(Optional.of(holding))) {
                    seen.add(one.id() + " with " + holding + " and " + other.id() + " with " + there.get());
                }
            }
        }
    }

    private static Optional<Holding> of(Membership member, String piece) {
        return member.portion().holdings().stream()
                .filter(holding -> holding.piece().equals(piece))
                .findFirst();
    }

    @Override
    public void close() {
        ended = true;
    }
}
