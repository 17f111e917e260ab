package dev.divvy.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cli.lab.Balance;
import dev.divvy.cli.lab.Moves;
import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Point;
import dev.divvy.cli.lab.Setup;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JsonReportTest {

    private static final Setup SETUP = new Setup(1, 1, 1, 1);

    @Test
    void aRatioToNothingIsNull() {
        assertThat(JsonReport.of(SETUP, List.of(outcome(new Moves(3, 0)))))
                .contains("\"ratio\" : null", "\"excess\" : 3");
    }

    @Test
    void nothingMovedWhereNothingHadToIsARatioOfOne() {
        assertThat(JsonReport.of(SETUP, List.of(outcome(new Moves(0, 0))))).contains("\"ratio\" : 1.0");
    }

    @Test
    void theTableShowsADashForARatioToNothing() {
        assertThat(TableReport.of(SETUP, List.of(outcome(new Moves(3, 0))))).containsPattern("odd +3 +0 +- ");
    }

    private static Outcome outcome(Moves moves) {
        return new Outcome("odd", Set.of(), new Balance(1, 0, true), 1, 1, List.of(new Point(1, 1, moves)));
    }
}
