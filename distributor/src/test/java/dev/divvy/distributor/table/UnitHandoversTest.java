package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnitHandoversTest {

    private static final Map<String, Long> ALL_ACKNOWLEDGE = Map.of("a:1", 0L, "b:1", 0L, "c:1", 0L);

    @Test
    void aNewOwnerWaitsForTheFormerOne() {
        UnitHandovers handovers = UnitHandovers.NONE.after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0);
        assertThat(handovers.of("b:1", "u")).containsExactly(new AwaitedRelease("a:1", 5));
    }

    @Test
    void aNewOwnerWaitsForAllServicesOfAChain() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "c:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(handovers.of("c:1", "u"))
                .containsExactly(new AwaitedRelease("a:1", 5), new AwaitedRelease("b:1", 6));
        assertThat(handovers.of("b:1", "u")).isEmpty();
    }

    @Test
    void aServiceThatReleasedTheUnitIsNoLongerWaitedFor() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "c:1"), Map.of("a:1", 5L, "b:1", 5L, "c:1", 0L), 6, 0);
        assertThat(handovers.of("c:1", "u")).containsExactly(new AwaitedRelease("b:1", 6));
    }

    @Test
    void aServiceThatGetsAUnitBackIsAlsoInItsChain() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "a:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(handovers.of("a:1", "u"))
                .containsExactly(new AwaitedRelease("a:1", 5), new AwaitedRelease("b:1", 6));
    }

    @Test
    void aUnitThatHadNoOwnerForAWhileIsStillWaitedFor() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(
                        UnitMoves.between(
                                AssignmentTable.of(Map.of("a:1", "u")), AssignmentTable.of(Map.of("a:1", ""))),
                        ALL_ACKNOWLEDGE,
                        5,
                        0)
                .after(
                        UnitMoves.between(
                                AssignmentTable.of(Map.of("a:1", "")),
                                AssignmentTable.of(Map.of("a:1", "", "b:1", "u"))),
                        ALL_ACKNOWLEDGE,
                        6,
                        0);
        assertThat(handovers.of("b:1", "u")).containsExactly(new AwaitedRelease("a:1", 5));
    }

    @Test
    void aServiceThatNeverAcknowledgesHasNoHandovers() {
        assertThat(UnitHandovers.NONE.after(move("a:1", "b:1"), Map.of(), 5, 0)).isEqualTo(UnitHandovers.NONE);
    }

    @Test
    void anExpiredReleaserIsForgotten() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(UnitMoves.between(AssignmentTable.EMPTY, AssignmentTable.EMPTY), ALL_ACKNOWLEDGE, 9, 6);
        assertThat(handovers).isEqualTo(UnitHandovers.NONE);
    }

    @Test
    void whileAnyReleaserIsWaitedForTheLastMoveIsRemembered() {
        Map<String, Long> acknowledged = Map.of("b:1", 0L, "c:1", 0L);
        UnitHandovers handovers = UnitHandovers.NONE
                .after(move("dead:1", "b:1"), acknowledged, 2, 0)
                .after(move("b:1", "c:1"), acknowledged, 4, 0)
                .after(
                        UnitMoves.between(AssignmentTable.EMPTY, AssignmentTable.EMPTY),
                        Map.of("b:1", 4L, "c:1", 0L),
                        5,
                        0);
        assertThat(handovers.of("c:1", "u"))
                .as("b released the unit, and yet c has it since epoch 4, not 2")
                .containsExactly(new AwaitedRelease("dead:1", 2), new AwaitedRelease("b:1", 4));
    }

    @Test
    void aNameWrittenIntoTheTableByHandIsNotWaitedFor() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(move("x,y", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("line\nbreak", "c:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(UnitHandovers.of(handovers.texts())).isEqualTo(UnitHandovers.NONE);
    }

    @Test
    void aChainWithoutAnOwnerAppliesToEveryNewOwner() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(
                        UnitMoves.between(AssignmentTable.of(Map.of("a:1", "u")), AssignmentTable.EMPTY),
                        ALL_ACKNOWLEDGE,
                        5,
                        0)
                .after(
                        UnitMoves.between(AssignmentTable.EMPTY, AssignmentTable.of(Map.of("b:1", "u"))),
                        ALL_ACKNOWLEDGE,
                        6,
                        0)
                .after(
                        UnitMoves.between(
                                AssignmentTable.of(Map.of("b:1", "u")),
                                AssignmentTable.of(Map.of("b:1", "u", "c:1", "u"))),
                        ALL_ACKNOWLEDGE,
                        7,
                        0);
        assertThat(handovers.of("b:1", "u")).containsExactly(new AwaitedRelease("a:1", 5));
        assertThat(handovers.of("c:1", "u")).containsExactly(new AwaitedRelease("a:1", 5));
    }

    @Test
    void textsAreParsedBack() {
        UnitHandovers handovers = UnitHandovers.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "c:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(handovers.texts()).containsExactly(Map.entry("c:1,u", "5@a:1,6@b:1"));
        assertThat(UnitHandovers.of(handovers.texts())).isEqualTo(handovers);
        assertThat(UnitHandovers.releasers("5@[::1]:80")).isEqualTo(List.of(new AwaitedRelease("[::1]:80", 5)));
    }

    private static UnitMoves move(String from, String to) {
        return UnitMoves.between(
                AssignmentTable.of(Map.of(from, "u", to, "")), AssignmentTable.of(Map.of(from, "", to, "u")));
    }

    @Test
    void aFieldThatWasWrittenByHandIsLeftOut() {
        Map<String, String> texts =
                Map.of("b:1,u", "5@a:1", "without a comma", "5@a:1", "b:1,v", "nonsense,6@a:1,@,99", "b:1,w", "x");
        assertThat(UnitHandovers.of(texts).texts())
                .containsExactly(Map.entry("b:1,u", "5@a:1"), Map.entry("b:1,v", "6@a:1"));
    }
}
