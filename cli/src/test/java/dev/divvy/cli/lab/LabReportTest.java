package dev.divvy.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LabReportTest {

    private static final LabSettings SETTINGS = new LabSettings(1, 1, 1, 1);

    @Test
    void aRatioToNothingIsNull() {
        assertThat(new LabReport(SETTINGS, List.of(result(new MoveCount(3, 0)))).json())
                .contains("\"ratio\" : null", "\"excess\" : 3");
    }

    @Test
    void nothingMovedWhereNothingHadToIsARatioOfOne() {
        assertThat(new LabReport(SETTINGS, List.of(result(new MoveCount(0, 0)))).json())
                .contains("\"ratio\" : 1.0");
    }

    @Test
    void theTableShowsADashForARatioToNothing() {
        assertThat(new LabReport(SETTINGS, List.of(result(new MoveCount(3, 0)))).table())
                .containsPattern("odd +3 +0 +- ");
    }

    private static AllocatorResult result(MoveCount moves) {
        return new AllocatorResult(
                "odd", Set.of(), new Balance(1, 0, true), 1, 1, List.of(new AllocatorResult.Point(1, 1, moves)));
    }
}
