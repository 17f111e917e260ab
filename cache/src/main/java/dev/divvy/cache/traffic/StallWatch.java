package dev.divvy.cache.traffic;

import dev.divvy.cache.memory.MemoryBudget;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Watches a connection that waits for memory: it is stalled if all others wait for it, and it neither sends the rest of its request nor
 * reads its replies. Belongs to one event loop.
 */
final class StallWatch {

    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final EventLoopContext loop;
    private final LongConsumer stalled;
    private boolean watching;

    /** @param stalled called with the bytes that the connection holds */
    StallWatch(EventLoopContext loop, LongConsumer stalled) {
        this.loop = loop;
        this.stalled = stalled;
    }

    void watch(MemoryBudget.Account memory) {
        if (!watching) {
            watching = true;
            long held = memory.held();
            loop.schedule(() -> check(memory, held), STALL_NANOS);
        }
    }

    private void check(MemoryBudget.Account memory, long heldBefore) {
        watching = false;
        if (memory.isFirst() && memory.held() == heldBefore) {
            stalled.accept(heldBefore);
        } else if (memory.isFirst() || !memory.mayGrow()) {
            watch(memory);
        }
    }
}
