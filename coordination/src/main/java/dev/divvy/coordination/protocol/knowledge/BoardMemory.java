package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import java.util.Optional;

/**
 * A process's memory of its board across incarnations, used to detect that the board lost data.
 *
 * @param origin the origin of the last snapshot
 * @param floor the highest epoch ever seen; the next published epoch must exceed it
 * @param quietUntil the time before which nothing is gained
 */
public record BoardMemory(Optional<String> origin, long floor, long quietUntil) {

    public static final BoardMemory NONE = new BoardMemory(Optional.empty(), 0, Long.MIN_VALUE);

    /** Returns the memory of a process that remembers an epoch from before its start. */
    public static BoardMemory of(long floor) {
        return new BoardMemory(Optional.empty(), floor, Long.MIN_VALUE);
    }

    /** Whether a snapshot has the origin seen last, or is the first one. A snapshot of another origin confirms no holding. */
    public boolean matches(BoardSnapshot snapshot) {
        return origin.filter(before -> !before.equals(snapshot.origin())).isEmpty();
    }

    /**
     * Whether a snapshot is sufficient. With another origin it must include the allocation, because an epoch may have been issued twice.
     */
    public boolean isSufficient(BoardSnapshot snapshot) {
        return matches(snapshot)
                || snapshot.allocation().isPresent()
                || snapshot.version().isEmpty();
    }

    /** Whether the board lost data: it has another origin, another lineage, a lower epoch, or no longer an allocation. */
    public static boolean forgot(BoardMemory before, BoardView known, BoardSnapshot snapshot) {
        boolean wentBack = known.version()
                .filter(was -> snapshot.version()
                        .filter(is -> is.lineage().equals(was.lineage()) && is.epoch() >= was.epoch())
                        .isEmpty())
                .isPresent();
        // Only the first snapshot can be below an epoch remembered from before the start; the next epoch is above it.
        boolean below = before.origin.isEmpty() && epochOf(snapshot) < before.floor;
        return !before.matches(snapshot) || wentBack || below;
    }

    public BoardMemory after(BoardSnapshot snapshot) {
        return new BoardMemory(Optional.of(snapshot.origin()), Math.max(floor, epochOf(snapshot)), quietUntil);
    }

    /** Returns the memory of a member that gains nothing before this time, because the board lost data. */
    public BoardMemory withQuiet(long until) {
        return new BoardMemory(origin, floor, until);
    }

    private static long epochOf(BoardSnapshot snapshot) {
        return snapshot.version().map(Version::epoch).orElse(0L);
    }

    public boolean quietAt(long now) {
        return now < quietUntil;
    }
}
