package dev.divvy.distributor.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EpochHistoryTest {

    @Test
    void aLineageThatBeginsAfterAFlushHasAnotherNameAndAHigherEpoch() {
        EpochHistory history = new EpochHistory();
        String before = history.memory(0).lineage();
        history.observe(41, 0);
        assertThat(history.memory(1).lineage()).isNotEqualTo(before);
        assertThat(history.memory(1).floor()).isEqualTo(41);
    }
}
