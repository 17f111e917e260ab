package dev.divvy.boardredis;

import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.support.DaemonThreads;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Checks continuously whether two members hold the same piece, and records each time that they do. */
final class OverlapDetector implements AutoCloseable {

    private static final long PAUSE_NANOS = 200_000;

    private final List<Membership> members;
    private final Queue<String> overlaps = new ConcurrentLinkedQueue<>();
    private final Thread thread = DaemonThreads.unstarted("overlap-detector", this::look);
    private volatile boolean ended;

    OverlapDetector(List<Membership> members) {
        this.members = List.copyOf(members);
        thread.start();
    }

    /** Returns the overlaps so far. */
    List<String> overlaps() {
        return List.copyOf(overlaps);
    }

    private void look() {
        while (!ended) {
            for (Membership member : members) {
                for (HeldPiece holding : member.portion().holdings()) {
                    compare(member, holding);
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Records an overlap if a member held a piece both before and after another member was seen to hold it. */
    private void compare(Membership member, HeldPiece holding) {
        for (Membership other : members) {
            if (other != member) {
                Optional<HeldPiece> same = of(other, holding.piece());
                if (same.isPresent() && of(member, holding.piece()).equals(Optional.of(holding))) {
                    overlaps.add(member.id() + " with " + holding + " and " + other.id() + " with " + same.get());
                }
            }
        }
    }

    private static Optional<HeldPiece> of(Membership member, String piece) {
        return member.portion().holdings().stream()
                .filter(holding -> holding.piece().equals(piece))
                .findFirst();
    }

    @Override
    public void close() {
        ended = true;
    }
}
