package dev.divvy.bench.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.bench.live.Timing;
import org.junit.jupiter.api.Test;

class HandlingGapsTest {

    @Test
    void entitiesThatMovedAreToldApartFromThoseThatStayed() {
        HandlingGaps gaps = new HandlingGaps();
        long from = System.nanoTime();
        gaps.handled("a", "stays");
        gaps.handled("a", "moves");
        gaps.handled("a", "stays");
        gaps.handled("b", "moves");
        gaps.handled("b", "moves");
        gaps.handled("b", "seen once");
        long to = System.nanoTime();
        assertThat(gaps.longest(from, to, false).size()).isEqualTo(1);
        assertThat(gaps.longest(from, to, true).size()).isEqualTo(1);
        assertThat(gaps.longest(from, to, true).most()).isPositive().isLessThanOrEqualTo(Timing.millis(to - from));
    }
}
