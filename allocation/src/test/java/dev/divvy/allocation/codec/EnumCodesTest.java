package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.divvy.allocation.Rule;
import dev.divvy.allocation.hash.KeyHash;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EnumCodesTest {

    @Test
    void theCodesAreFrozen() {
        assertThat(Arrays.stream(Rule.values()).map(rule -> rule + " " + EnumCodes.of(rule)))
                .containsExactlyInAnyOrder(
                        "FIRST 1",
                        "PINNED 2",
                        "OWNER_LEFT 3",
                        "OWNER_RESTARTED 4",
                        "OWNER_DRAINED 5",
                        "EVEN_SHARES 6",
                        "RECOMPUTED 7",
                        "RESUMED 8",
                        "NOBODY_ELIGIBLE 9",
                        "SUSPENDED 10",
                        "PROMOTED 11",
                        "RESTRICTED 12");
        assertThat(Arrays.stream(KeyHash.values()).map(hash -> hash + " " + EnumCodes.of(hash)))
                .containsExactlyInAnyOrder("MURMUR3_32 1", "XXH3_64 2", "REDIS_SLOT 3");
    }

    @Test
    void everyConstantIsFoundByItsCode() {
        for (Rule rule : Rule.values()) {
            assertThat(EnumCodes.of(rule)).isBetween(1, EnumCodes.LIMIT - 1);
            assertThat(EnumCodes.rule(EnumCodes.of(rule), 0)).isEqualTo(rule);
        }
        for (KeyHash hash : KeyHash.values()) {
            assertThat(EnumCodes.of(hash)).isBetween(1, EnumCodes.LIMIT - 1);
            assertThat(EnumCodes.keyHash(EnumCodes.of(hash), 0)).isEqualTo(hash);
        }
    }

    @Test
    void aCodeOfNothingIsRefused() {
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> EnumCodes.rule(77, 12))
                .withMessage("no rule has the code 77 (at byte 12)");
        assertThatExceptionOfType(CorruptAllocationException.class).isThrownBy(() -> EnumCodes.keyHash(4, 0));
    }
}
