package dev.divvy.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LabReportTest {

    private static final Setup SETUP = new Setup(1, 1, 1, 1);

    @Test
    void aRatioToNothingIsNull() {
        assertThat(new LabReport(SETUP, List.of(outcome(new Moves(3, 0)))).json())
                .contains("\"ratio\" : null", "\"excess\" : 3");
    }

    @Test
    void nothingMovedWhereNothingHadToIsARatioOfOne() {
        assertThat(new LabReport(SETUP, List.of(outcome(new Moves(0, 0)))).json())
                .contains("\"ratio\" : 1.0");
    }

    @Test
    void theTableShowsADashForARatioToNothing() {
        assertThat(new LabReport(SETUP, List.of(outcome(new Moves(3, 0)))).table())
                .containsPattern("odd +3 +0 +- ");
    }

    private static Outcome outcome(Moves moves) {
        return new Outcome("odd", Set.of(), new Balance(1, 0, true), 1, 1, List.of(new Outcome.Point(1, 1, moves)));
    }
}
