package dev.divvy.outbox.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LostTest {

    @Test
    void tooManyThreadsThatHangSuspendTheProcessorOnce() {
        AtomicInteger suspended = new AtomicInteger();
        Lost lost = new Lost(suspended::incrementAndGet);
        for (int i = 1; i < Lost.MOST; i++) {
            lost.oneMore();
        }
        assertThat(suspended).hasValue(0);
        lost.oneMore();
        lost.oneMore();
        assertThat(suspended).hasValue(1);
        lost.oneIsBack();
        assertThat(lost.threads()).isEqualTo(Lost.MOST);
    }
}
