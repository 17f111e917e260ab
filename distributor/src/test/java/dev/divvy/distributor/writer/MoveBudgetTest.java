package dev.divvy.distributor.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MoveBudgetTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void servicesWaitOnceAsManyUnitsMovedWithinAMinute() {
        MoveBudget budget = new MoveBudget(OptionalInt.of(100));
        budget.moved(60, 0);
        assertThat(budget.refusal(SECOND)).isEmpty();
        budget.moved(40, 10 * SECOND);
        assertThat(budget.refusal(59 * SECOND)).contains("waits, because 100 units moved within the last minute");
        assertThat(budget.refusal(60 * SECOND)).isEmpty();
    }

    @Test
    void withoutALimitNoneWaits() {
        MoveBudget budget = new MoveBudget(OptionalInt.empty());
        budget.moved(1_000_000, 0);
        assertThat(budget.refusal(0)).isEmpty();
    }
}
