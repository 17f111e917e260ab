package dev.divvy.outbox.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BellTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Bell bell = new Bell();

    @Test
    void aRingBeforeTheWaitingIsNotLost() throws Exception {
        bell.ring();
        bell.await(HOUR);
    }

    @Test
    void afterASendOneLooksSeveralTimes() throws Exception {
        bell.ringSoon();
        for (int i = 0; i < 5; i++) {
            bell.await(HOUR);
        }
    }

    @Test
    void manySendsDoNotPutALookOff() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread sender = new Thread(
                () -> {
                    while (!over.get()) {
                        bell.ringSoon();
                    }
                },
                "sender");
        sender.start();
        for (int i = 0; i < 20; i++) {
            bell.await(HOUR);
        }
        over.set(true);
        sender.join();
        assertThat(sender.isAlive()).isFalse();
    }
}
