package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PollerSignalTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final PollerSignal signal = new PollerSignal();

    @Test
    void aWakeUpBeforeTheWaitIsNotLost() throws Exception {
        signal.wakeNow();
        signal.await(HOUR);
    }

    @Test
    void aSendCausesSeveralLooks() throws Exception {
        signal.wakeSoon();
        for (int i = 0; i < 5; i++) {
            signal.await(HOUR);
        }
    }

    @Test
    void manySendsDoNotDelayALook() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread sender = new Thread(
                () -> {
                    while (!over.get()) {
                        signal.wakeSoon();
                    }
                },
                "sender");
        sender.start();
        for (int i = 0; i < 20; i++) {
            signal.await(HOUR);
        }
        over.set(true);
        sender.join();
        assertThat(sender.isAlive()).isFalse();
    }
}
