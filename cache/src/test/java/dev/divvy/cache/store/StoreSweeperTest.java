package dev.divvy.cache.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The thread that sweeps the store. */
class StoreSweeperTest {

    @Test
    void aFailureEndsNeitherTheSweepsNorTheRequestsForRoom() throws Exception {
        EntryStore entryStore = new EntryStore(1, EntryStore.UNBOUNDED, 1 << 20, CacheClock.SYSTEM);
        CountDownLatch calls = new CountDownLatch(2);
        Runnable failing = () -> {
            calls.countDown();
            throw new IllegalStateException("planted");
        };
        StoreSweeper sweeper = StoreSweeper.start("divvy-cache-test-sweeper", entryStore, failing);
        try {
            assertThat(calls.await(60, TimeUnit.SECONDS)).as("called again").isTrue();
        } finally {
            sweeper.close();
        }
    }
}
