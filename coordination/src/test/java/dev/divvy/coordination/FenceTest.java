package dev.divvy.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.divvy.allocation.Version;
import org.junit.jupiter.api.Test;

class FenceTest {

    @Test
    void theEpochOrdersFencesAcrossLineages() {
        Fence one = new Fence("l", 3);
        assertThat(one.olderThan(Fence.of(new Version("m", 4)))).isTrue();
        assertThat(one.olderThan(new Fence("m", 3))).isFalse();
        assertThat(new Fence("l", 4).olderThan(one)).isFalse();
        assertThat(one).hasToString("l@3");
    }

    @Test
    void anEpochBeforeTheFirstIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fence("l", 0))
                .withMessageContainingAll("epoch 0", "lineage l");
    }
}
