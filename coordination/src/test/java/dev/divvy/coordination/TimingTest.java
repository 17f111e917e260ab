package dev.divvy.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimingTest {

    @Test
    void thePresetsAreThoseOfTheDesign() {
        assertThat(Timing.SERVER.pulse()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Timing.SERVER.timeToLive()).isEqualTo(Duration.ofMillis(3500));
        assertThat(Timing.PEERS.pulse()).isEqualTo(Duration.ofMillis(200));
        assertThat(Timing.PEERS.timeToLive()).isEqualTo(Duration.ofSeconds(2));
        for (Timing preset : new Timing[] {Timing.SERVER, Timing.PEERS}) {
            assertThat(preset.margin().toMillis() * 100)
                    .isEqualTo(preset.timeToLive().toMillis() * 15);
            assertThat(preset.settle()).isEqualTo(Duration.ofMillis(200));
            assertThat(preset.grace()).isEqualTo(Duration.ofMillis(400));
        }
    }

    @Test
    void theLeaseEndsAMarginBeforeTheTimeToLive() {
        assertThat(Timing.SERVER.lease()).isEqualTo(Duration.ofMillis(2975));
        assertThat(Timing.SERVER.timeout()).isEqualTo(Timing.SERVER.lease().dividedBy(3));
    }

    @Test
    void theNoticeIsTheGraceTimeUnlessThatWouldStopWorkBetweenTwoPulses() {
        assertThat(Timing.SERVER.notice()).isEqualTo(Timing.SERVER.grace());
        assertThat(Timing.SERVER.withGrace(Duration.ofSeconds(10)).notice()).isEqualTo(Duration.ofMillis(975));
    }

    @Test
    void otherTimesHaveAMarginOfFifteenPercent() {
        Timing timing = Timing.of(Duration.ofSeconds(2), Duration.ofSeconds(10));
        assertThat(timing.margin()).isEqualTo(Duration.ofMillis(1500));
        assertThat(timing.settle()).isEqualTo(Timing.SERVER.settle());
    }

    @Test
    void oneTimeIsReplacedAndTheOthersStay() {
        Duration one = Duration.ofMillis(600);
        assertThat(Timing.SERVER.withMargin(one))
                .isEqualTo(new Timing(
                        Timing.SERVER.pulse(),
                        Timing.SERVER.timeToLive(),
                        one,
                        Timing.SERVER.settle(),
                        Timing.SERVER.grace(),
                        0.05));
        assertThat(Timing.SERVER.withSettle(one).settle()).isEqualTo(one);
        assertThat(Timing.SERVER.withGrace(one).grace()).isEqualTo(one);
        assertThat(Timing.SERVER.withClockError(0.01).clockError()).isEqualTo(0.01);
        assertThat(Timing.SERVER.withSettle(Timing.SERVER.settle())).isEqualTo(Timing.SERVER);
    }

    @Test
    void aMarginBelowTheDriftOfTwoClocksIsRefused() {
        Timing least = Timing.SERVER.withMargin(Duration.ofMillis(350));
        assertThat(least.margin()).isEqualTo(Duration.ofMillis(350));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.SERVER.withMargin(Duration.ofMillis(349)))
                .withMessageContainingAll("margin 0.349s", "5.0 %", "0.35s", "3.5s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.SERVER.withClockError(0.1))
                .withMessageContainingAll("margin 0.525s", "10.0 %", "0.7s");
    }

    @Test
    void aLeaseInWhichTwoPulsesDoNotFitIsRefused() {
        Duration timeToLive = Duration.ofMillis(3500);
        assertThat(Timing.of(Duration.ofNanos(1_487_500_000), timeToLive).pulse())
                .isLessThan(timeToLive);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(Duration.ofMillis(1488), timeToLive))
                .withMessageContainingAll("pulse 1.488s", "3.5s", "0.525s");
    }

    @Test
    void aTimeThatIsNotPositiveIsRefusedByItsName() {
        Duration zero = Duration.ZERO;
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(zero, second))
                .withMessage("pulse is 0; it must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(second.negated(), second))
                .withMessage("pulse -1s is negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(second, zero))
                .withMessage("time-to-live is 0; it must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(second, second.negated()))
                .withMessage("time-to-live -1s is negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.SERVER.withClockError(0).withMargin(zero))
                .withMessage("margin is 0; it must be positive");
    }

    @Test
    void aLongGraceTimeDoesNotMakeALatePulseTheEndOfTheLease() {
        Timing patient = Timing.PEERS.withGrace(Duration.ofMinutes(1));
        assertThat(patient.notice()).isEqualTo(patient.lease().dividedBy(3));
    }

    @Test
    void noSettlingAndNoGraceArePossibleButLessIsNot() {
        assertThat(Timing.SERVER
                        .withSettle(Duration.ZERO)
                        .withGrace(Duration.ZERO)
                        .notice())
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.SERVER.withSettle(Duration.ofMillis(-1)))
                .withMessage("settle -0.001s is negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.SERVER.withGrace(Duration.ofMillis(-1)))
                .withMessage("grace -0.001s is negative");
    }

    @Test
    void moreThanADayIsRefused() {
        Duration day = Duration.ofDays(1);
        assertThat(Timing.of(Duration.ofHours(1), day).timeToLive()).isEqualTo(day);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(Duration.ofHours(1), day.plusSeconds(1)))
                .withMessage("time-to-live 24h1s is longer than a day");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(Duration.ofSeconds(Long.MAX_VALUE), day))
                .withMessageStartingWith("pulse ")
                .withMessageEndingWith("is longer than a day");
    }

    @Test
    void aClockErrorThatIsNoErrorOfAClockIsRefused() {
        for (double wrong : new double[] {-0.01, 0.5, 7, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Timing.SERVER.withClockError(wrong))
                    .withMessage("clock error " + wrong + " must be at least 0 and below 0.5");
        }
    }

    @Test
    void aMarginThatLeavesNoLeaseAndAPulseThatNeverRestsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.SERVER.withMargin(Duration.ofSeconds(4)))
                .withMessage("margin 4s must be below the time-to-live 3.5s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(Duration.ofNanos(1000), Duration.ofSeconds(1)))
                .withMessage("pulse 0.000001s is below 0.001s");
    }
}
