package dev.divvy.allocation.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.divvy.allocation.Rule;
import dev.divvy.allocation.hash.KeyHash;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CodesTest {

    @Test
    void theCodesAreFrozen() {
        assertThat(Arrays.stream(Rule.values()).map(rule -> rule + " " + Codes.of(rule)))
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
                        "SUSPENDED 10");
        assertThat(Arrays.stream(KeyHash.values()).map(hash -> hash + " " + Codes.of(hash)))
                .containsExactlyInAnyOrder("MURMUR3_32 1", "XXH3_64 2", "REDIS_SLOT 3");
    }

    @Test
    void everyConstantIsFoundByItsCode() {
        for (Rule rule : Rule.values()) {
            assertThat(Codes.of(rule)).isBetween(1, Codes.LIMIT - 1);
            assertThat(Codes.rule(Codes.of(rule), 0)).isEqualTo(rule);
        }
        for (KeyHash hash : KeyHash.values()) {
            assertThat(Codes.of(hash)).isBetween(1, Codes.LIMIT - 1);
            assertThat(Codes.keyHash(Codes.of(hash), 0)).isEqualTo(hash);
        }
    }

    @Test
    void aCodeOfNothingIsRefused() {
        assertThatExceptionOfType(CorruptFormException.class)
                .isThrownBy(() -> Codes.rule(77, 12))
                .withMessage("no rule has the code 77 (at byte 12)");
        assertThatExceptionOfType(CorruptFormException.class).isThrownBy(() -> Codes.keyHash(4, 0));
    }
}
