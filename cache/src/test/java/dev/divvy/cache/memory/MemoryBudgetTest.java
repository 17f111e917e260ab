package dev.divvy.cache.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {

    private static final long MB = 1 << 20;

    private final MemoryBudget budget = new MemoryBudget(10 * MB);
    private final List<String> resumed = new ArrayList<>();

    private MemoryBudget.Account account(String name) {
        return budget.open(() -> resumed.add(name));
    }

    @Test
    void whileHalfIsFreeAllMayGrow() {
        MemoryBudget.Account account = account("a");
        account.hold(5 * MB);
        assertThat(account.mayGrow()).isTrue();
        assertThat(budget.used()).isEqualTo(5 * MB);
        account.close();
        assertThat(budget.used()).isZero();
    }

    @Test
    void thoseThatHoldTheMostWait() {
        MemoryBudget.Account large = account("large");
        MemoryBudget.Account small = account("small");
        large.hold(6 * MB);
        small.hold(MB);
        assertThat(large.mayGrow()).isFalse();
        assertThat(small.mayGrow()).isTrue();
    }

    @Test
    void theOneThatHasWaitedTheLongestMayFinishAndThenTheNext() {
        MemoryBudget.Account first = account("first");
        MemoryBudget.Account second = account("second");
        budget.charge(4 * MB); // of another holder, for ever
        first.hold(4 * MB);
        second.hold(4 * MB);
        first.awaitRoom();
        second.awaitRoom();
        assertThat(resumed).containsExactly("first");
        assertThat(first.mayGrow()).isTrue();
        assertThat(second.mayGrow()).isFalse();
        first.hold(5 * MB);
        assertThat(resumed).hasSize(1);
        first.hold(0);
        assertThat(resumed).contains("second");
        assertThat(second.mayGrow()).isTrue();
    }

    @Test
    void oneThatClosesMakesRoomForThoseThatWait() {
        MemoryBudget.Account first = account("first");
        MemoryBudget.Account second = account("second");
        first.hold(5 * MB);
        second.hold(3 * MB);
        first.awaitRoom();
        second.awaitRoom();
        resumed.clear();
        first.close();
        assertThat(resumed).contains("second");
        assertThat(budget.used()).isEqualTo(3 * MB);
    }

    @Test
    void smallChangesAreNotCounted() {
        MemoryBudget.Account account = account("a");
        account.hold(16 * 1024 - 1);
        assertThat(budget.used()).isZero();
        account.hold(16 * 1024);
        assertThat(budget.used()).isEqualTo(16 * 1024);
    }
}
