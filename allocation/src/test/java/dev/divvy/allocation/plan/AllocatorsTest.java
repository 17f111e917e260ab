package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class AllocatorsTest {

    @Test
    void everyNameFindsTheAllocatorOfThatName() {
        assertThat(Allocators.names())
                .doesNotHaveDuplicates()
                .contains(
                        "sticky",
                        "sticky-former",
                        "ring",
                        "original",
                        "token-chunks",
                        "modulo",
                        "hash-ring",
                        "rendezvous");
        for (String name : Allocators.names()) {
            assertThat(Allocators.byName(name).name()).isEqualTo(name);
        }
    }

    @Test
    void theDefaultComesFirst() {
        assertThat(Allocators.names().get(0)).isEqualTo("sticky");
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Allocators.byName("Sticky"))
                .withMessageStartingWith("there is no allocator \"Sticky\"; choose one of sticky, sticky-former, ")
                .withMessageContaining("rendezvous");
    }
}
