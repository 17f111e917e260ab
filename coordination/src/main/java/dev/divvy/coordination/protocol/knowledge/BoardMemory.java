package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardSnapshot;
import java.util.Optional;

/**
 * What a process remembers of its board beyond one incarnation, to notice when the board forgot.
 *
 * @param origin which memory of the board was seen last
 * @param floor the highest epoch ever seen; what is published next must exceed it
 * @param quietUntil nothing is gained before
 */
public record BoardMemory(Optional<String> origin, long floor, long quietUntil) {

    public static final BoardMemory NONE = new BoardMemory(Optional.empty(), 0, Long.MIN_VALUE);

    /** What a process that remembers an epoch of an earlier life begins with. */
    public static BoardMemory of(long floor) {
        return new BoardMemory(Optional.empty(), floor, Long.MIN_VALUE);
    }

    /** Whether a sighting is of the memory seen last; of another it confirms nothing that is held. */
    public boolean isOf(BoardSnapshot sighting) {
        return origin.filter(before -> !before.equals(sighting.origin())).isEmpty();
    }

    /** Whether a sighting tells enough: one of another memory brings its allocation along, as an epoch may have been minted again. */
    public boolean understands(BoardSnapshot sighting) {
        return isOf(sighting)
                || sighting.allocation().isPresent()
                || sighting.version().isEmpty();
    }

    /** Whether the board lost something: it has another memory, another lineage, a lower epoch, or no allocation any more. */
    public static boolean forgot(BoardMemory before, BoardView known, BoardSnapshot sighting) {
        boolean wentBack = known.version()
                .filter(was -> sighting.version()
                        .filter(is -> is.lineage().equals(was.lineage()) && is.epoch() >= was.epoch())
                        .isEmpty())
                .isPresent();
        // Only the first look can be below what an earlier life remembered; the next epoch is above it.
        boolean below = before.origin.isEmpty() && epochOf(sighting) < before.floor;
        return !before.isOf(sighting) || wentBack || below;
    }

    public BoardMemory after(BoardSnapshot sighting, boolean forgot, long now, Timing timing) {
        return new BoardMemory(
                Optional.of(sighting.origin()),
                Math.max(floor, epochOf(sighting)),
                forgot ? now + timing.timeToLive().toNanos() : quietUntil);
    }

    private static long epochOf(BoardSnapshot sighting) {
        return sighting.version().map(Version::epoch).orElse(0L);
    }

    public boolean quietAt(long now) {
        return now < quietUntil;
    }
}
