package dev.divvy.outbox.reading;

import dev.divvy.coordination.Fence;
import dev.divvy.outbox.table.EventRow;
import java.util.HashMap;
import java.util.Map;

/**
 * The tokens that were taken over from an ejected processor, and may still have events that it had in hand: one of them may have ended its
 * process. They are handled alone until a scan of everything finds no event of these tokens, or a page of them was handled. Used by the
 * poller only.
 */
final class Takeovers {

    private final int limit;
    private final Map<Integer, Fence> open = new HashMap<>();
    private Map<Integer, Fence> seen = Map.of();

    /** The number of events that may still be handled alone. */
    private int left;

    /** Whether the current scan found an event of these tokens. */
    private boolean foundAny;

    /** @param limit the maximum number of events that are handled alone after a takeover */
    Takeovers(int limit) {
        this.limit = limit;
    }

    void beginScan(HeldTokens held) {
        foundAny = false;
        open.entrySet().removeIf(token -> !token.getValue().equals(held.fences().get(token.getKey())));
        for (int token : held.takenOver()) {
            Fence fence = held.fences().get(token);
            if (fence != null && !fence.equals(seen.get(token))) {
                open.put(token, fence);
                left = limit;
            }
        }
        seen = held.fences();
    }

    /** Returns a row that was read with the care that it needs. */
    EventRow withCare(EventRow row, HeldTokens held) {
        boolean inOpen = left > 0 && open.containsKey(held.tokens().tokenOfHash(row.hash()));
        foundAny |= inOpen;
        if (row.mark().isNone()) {
            return inOpen ? row.with(EventRow.Care.ALONE) : row;
        }
        // Of a former owner that let go, the attempt was interrupted and has not failed.
        boolean ended = row.mark().isOfAnother(row.fence()) && held.isTakenOver(row.hash());
        return row.with(ended ? EventRow.Care.ENDED_PROCESS : EventRow.Care.ALONE);
    }

    void taken(EventRow row) {
        if (row.care() == EventRow.Care.ALONE) {
            left--;
        }
    }

    /** @param sawAll whether every pending row was offered that was committed before the scan */
    void endScan(boolean sawAll) {
        if (left <= 0 || (sawAll && !foundAny)) {
            open.clear();
        }
    }
}
