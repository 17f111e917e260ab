package dev.divvy.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.bench.peer.MoveCounts;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SummaryTest {

    private static final Goal GOAL = Goal.withinAndNoGarbage(15);

    @Test
    void peersAreComparedWithDivvyAndGoalsAreJudged() {
        String text = printed(new Summary(List.of(
                ResultRow.ours("lookup", "divvy", new Measurement(10, 9, 12, 0.0001), GOAL),
                ResultRow.peer("lookup", "jump", new Measurement(25, 24, 26, 0))))::print);
        assertThat(text).containsPattern("divvy +10.0 ns +9.00 ns to 12.0 ns +1.00 +0  at most 15 ns, no garbage: met");
        assertThat(text).containsPattern("jump +25.0 ns +24.0 ns to 26.0 ns +2.50 +0\n");
        assertThat(text).endsWith("goals met: 1 of 1\n");
    }

    @Test
    void aMissedGoalIsNamedAtTheEnd() {
        String text = printed(new Summary(List.of(
                ResultRow.ours("lookup", "slow", new Measurement(16, 16, 16, 0), GOAL),
                ResultRow.ours("lookup", "littering", new Measurement(10, 10, 10, 24), GOAL)))::print);
        assertThat(text).endsWith("""
                goals met: 0 of 2
                  not met: lookup: slow
                  not met: lookup: littering
                """);
    }

    @Test
    void withoutDivvyThereIsNoRatio() {
        String text =
                printed(new Summary(List.of(ResultRow.peer("lookup", "jump", new Measurement(25, 24, 26, 0))))::print);
        assertThat(text).containsPattern("26.0 ns +- +0\n");
    }

    @Test
    void moveCountsShowMovedOverBound() {
        String text = printed(out -> Summary.printMoveCounts(List.of(new MoveCounts("ours", 12, 10, 1)), out));
        assertThat(text).containsPattern("ours +12 +10 +1.200 +1\n");
    }

    @Test
    void timesHaveThreeDigits() {
        assertThat(List.of(TimeFormat.of(1.5), TimeFormat.of(15), TimeFormat.of(1500), TimeFormat.of(20_000_000)))
                .containsExactly("1.50 ns", "15.0 ns", "1.50 us", "20.0 ms");
    }

    private static String printed(Consumer<PrintStream> printing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        printing.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
