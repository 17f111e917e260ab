package dev.divvy.console.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EventBufferTest {

    private final EventBuffer buffer = new EventBuffer();

    @Test
    void aStatusReplacesTheOneBeforeAndNothingElseIsLost() throws Exception {
        buffer.add("status", "1");
        buffer.add("epoch", "2");
        buffer.add("status", "3");
        assertThat(buffer.after(0, 0).orElseThrow())
                .containsExactly(new StreamEvent(2, "epoch", "2"), new StreamEvent(3, "status", "3"));
        assertThat(buffer.after(3, 0)).contains(List.of());
    }

    @Test
    void aReaderThatIsTooFarBehindBeginsAnew() throws Exception {
        for (int i = 1; i <= 300; i++) {
            buffer.add("lane", Integer.toString(i));
        }
        assertThat(buffer.after(43, 0)).isEmpty();
        assertThat(buffer.after(44, 0).orElseThrow()).hasSize(256);
        assertThat(buffer.after(301, 0)).isEmpty();
    }

    @Test
    void manyStatusesPushNothingOut() throws Exception {
        buffer.add("epoch", "1");
        for (int i = 0; i < 1_000; i++) {
            buffer.add("status", Integer.toString(i));
        }
        assertThat(buffer.after(0, 0).orElseThrow())
                .containsExactly(new StreamEvent(1, "epoch", "1"), new StreamEvent(1_001, "status", "999"));
    }
}
