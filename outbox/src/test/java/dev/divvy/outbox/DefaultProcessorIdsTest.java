package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DefaultProcessorIdsTest {

    private final DefaultProcessorIds ids = new DefaultProcessorIds(() -> "host");

    @Test
    void furtherProcessorsOfAGroupAreNumbered() {
        assertThat(ids.take("orders")).isEqualTo("host");
        assertThat(ids.take("orders")).isEqualTo("host-2");
        assertThat(ids.take("orders")).isEqualTo("host-3");
        assertThat(ids.take("invoices")).as("in another group").isEqualTo("host");
    }

    @Test
    void anIdIsTakenAgainAfterItWasReleased() {
        ids.take("orders");
        ids.take("orders");
        ids.release("orders", "host");
        assertThat(ids.take("orders")).isEqualTo("host");
        assertThat(ids.take("orders")).isEqualTo("host-3");
    }

    @Test
    void theIdOfThisMachineIsItsHostName() {
        String id = DefaultProcessorIds.OF_THIS_JVM.take("a group of this test");
        assertThat(id).isNotBlank();
        DefaultProcessorIds.OF_THIS_JVM.release("a group of this test", id);
        assertThat(DefaultProcessorIds.OF_THIS_JVM.take("a group of this test")).isEqualTo(id);
    }
}
