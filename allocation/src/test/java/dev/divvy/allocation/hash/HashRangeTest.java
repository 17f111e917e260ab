package dev.divvy.allocation.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class HashRangeTest {

    @Test
    void aRangeMayBeOneHash() {
        assertThat(new HashRange(-5, -5).last()).isEqualTo(-5);
    }

    @Test
    void aRangeThatEndsBeforeItStartsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HashRange(7, -3))
                .withMessage("a hash range cannot start at 7 and end at -3");
    }
}
