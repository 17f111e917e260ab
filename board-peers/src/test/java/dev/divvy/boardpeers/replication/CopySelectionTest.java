package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The order in which one of several histories is selected. */
class CopySelectionTest {

    private static final String OLD = "z/1";
    private static final String YOUNG = "a/1";

    /** A copy of a term that began from nothing. */
    private static CopySummary founded(String term, long changes, long age) {
        return new CopySummary(new StateVersion(term, changes), List.of(), List.of(), term, age);
    }

    /** A copy of a side that continues the founding term from its tenth change on. */
    private static CopySummary side(String term, long changes, long age) {
        return new CopySummary(
                new StateVersion(term, changes), List.of(new StateVersion(OLD, 10)), List.of(), OLD, age);
    }

    private static String select(Map<String, CopySummary> summaries) {
        return CopySelection.select(new TreeMap<>(summaries));
    }

    @Test
    void theOlderFoundingIsContinuedWhateverElseTheOtherHas() {
        assertThat(select(Map.of(
                        "old", founded(OLD, 5, 1000),
                        "a", founded(YOUNG, 900, 999),
                        "b", founded(YOUNG, 900, 999))))
                .isEqualTo("old");
    }

    @Test
    void aNodeWithoutBoardsIsNeverContinued() {
        assertThat(select(Map.of("a", CopySummary.NONE, "old", founded(OLD, 1, 0))))
                .isEqualTo("old");
    }

    /** Nodes of one founding know slightly different ages, which mean nothing. */
    @Test
    void ofOneFoundingTheSideWithMoreNodesIsContinued() {
        assertThat(select(Map.of(
                        "a", side("a/2", 90, 1003),
                        "b", side("b/2", 20, 1001),
                        "c", side("b/2", 20, 1000))))
                .isEqualTo("b");
    }

    @Test
    void ofSidesOfOneSizeTheOneWithMoreChangesIsContinued() {
        assertThat(select(Map.of("a", side("a/2", 11, 1003), "b", side("b/2", 20, 1000))))
                .isEqualTo("b");
    }

    @Test
    void theLowerIdDecidesLast() {
        assertThat(select(Map.of("b", side("b/2", 20, 1003), "a", side("a/2", 20, 1000))))
                .isEqualTo("a");
    }

    @Test
    void ofOneHistoryTheNewestCopyIsContinued() {
        assertThat(select(Map.of("a", founded(OLD, 10, 5000), "b", side("b/2", 11, 10))))
                .isEqualTo("b");
    }

    @Test
    void theSidesThatEndAreNamed() {
        CopySummary continued = side("b/2", 20, 1000);
        assertThat(CopySelection.ended(
                        continued,
                        List.of(continued, side("c/2", 12, 1000), founded(YOUNG, 3, 4), founded(OLD, 9, 1000))))
                .containsExactly(YOUNG, "c/2");
        assertThat(CopySelection.ended(continued, List.of(continued, CopySummary.NONE)))
                .isEmpty();
    }
}
