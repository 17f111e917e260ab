package dev.divvy.cache.heal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardpeers.Heal;
import dev.divvy.coordination.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DepartureLogTest {

    private long now;
    private Optional<Heal> lastHeal = Optional.empty();
    private final HealGate gate = new HealGate(new SplitSource() {
        @Override
        public OptionalLong apartSince() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<Heal> lastHeal() {
            return lastHeal;
        }

        @Override
        public Subscription onHeal(Consumer<Heal> listener) {
            return () -> {};
        }
    });
    private final DepartureLog log = new DepartureLog(gate, () -> now);

    private static Heal heal(String side, OptionalLong since) {
        return new Heal(true, "other", List.of(side), since);
    }

    private boolean countsAt(long since) {
        OptionalLong time = OptionalLong.of(since);
        return log.contains(time, heal("a", time));
    }

    @Test
    void aNodeThatSawNoOtherLeaveHasNothingToReport() {
        log.began();
        now = 100;
        assertThat(countsAt(50)).isFalse();
        log.departed();
        assertThat(countsAt(50)).isTrue();
        assertThat(countsAt(101)).isFalse();
    }

    @Test
    void aNodeThatWasNeverInContactReportsEverything() {
        log.began();
        assertThat(log.contains(OptionalLong.empty(), heal("a", OptionalLong.empty())))
                .isTrue();
    }

    @Test
    void joiningTheWinnersIsNoPartOfTheSplitThatHasHealed() {
        log.began();
        now = 100;
        Heal heal = heal("a", OptionalLong.of(50));
        lastHeal = Optional.of(heal);
        log.began();
        log.departed();
        assertThat(log.contains(heal.since(), heal)).isFalse();
        // Of a side that is still apart these nodes were lost before.
        assertThat(countsAt(60)).as("the same side").isTrue();
        assertThat(log.contains(heal.since(), heal("b", heal.since()))).isTrue();
        gate.handled(heal);
        now = 200;
        log.began();
        assertThat(log.contains(OptionalLong.of(150), heal)).isTrue();
    }

    @Test
    void theLatestMomentsAreKept() {
        log.began();
        for (now = 1; now < 1000; now++) {
            log.departed();
        }
        assertThat(countsAt(990)).isTrue();
    }
}
