package dev.divvy.cache.store;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when a test advances it. */
public final class ManualClock implements CacheClock {

    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);

    @Override
    public long millis() {
        return now.get();
    }

    public void advance(long millis) {
        now.addAndGet(millis);
    }
}
