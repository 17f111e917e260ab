package dev.divvy.cache.store;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is set. */
public final class HandClock implements CacheClock {

    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);

    @Override
    public long millis() {
        return now.get();
    }

    public void forward(long millis) {
        now.addAndGet(millis);
    }
}
