package dev.divvy.outbox.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LostTest {

    @Test
    void tooManyThreadsThatHangSuspendTheProcessor() {
        AtomicInteger suspended = new AtomicInteger();
        Lost lost = new Lost(suspended::incrementAndGet);
        for (int i = 1; i < Lost.MOST; i++) {
            lost.oneMore();
        }
        assertThat(suspended).hasValue(0);
        lost.oneMore();
        assertThat(suspended).hasValue(1);
        lost.oneIsBack();
        assertThat(lost.threads()).isEqualTo(Lost.MOST - 1);
    }

    @Test
    void aProcessorThatWasLetGoOnIsSuspendedAgainByTheNextThreadThatHangs() {
        AtomicInteger suspended = new AtomicInteger();
        Lost lost = new Lost(suspended::incrementAndGet);
        for (int i = 0; i < Lost.MOST; i++) {
            lost.oneMore();
        }
        suspended.set(0);
        lost.oneMore();
        assertThat(suspended).hasValue(1);
        lost.oneMore();
        assertThat(suspended).hasValue(2);
    }
}
