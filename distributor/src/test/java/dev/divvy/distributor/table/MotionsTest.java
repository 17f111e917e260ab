package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MotionsTest {

    private static final Map<String, Long> ALL_ACKNOWLEDGE = Map.of("a:1", 0L, "b:1", 0L, "c:1", 0L);

    @Test
    void whoGetsAUnitWaitsForWhoHadIt() {
        Motions motions = Motions.NONE.after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0);
        assertThat(motions.of("b:1", "u")).containsExactly(new Releaser("a:1", 5));
    }

    @Test
    void ofAChainEveryoneIsWaitedFor() {
        Motions motions = Motions.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "c:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(motions.of("c:1", "u")).containsExactly(new Releaser("a:1", 5), new Releaser("b:1", 6));
        assertThat(motions.of("b:1", "u")).isEmpty();
    }

    @Test
    void whoLetGoIsWaitedForNoLonger() {
        Motions motions = Motions.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "c:1"), Map.of("a:1", 5L, "b:1", 5L, "c:1", 0L), 6, 0);
        assertThat(motions.of("c:1", "u")).containsExactly(new Releaser("b:1", 6));
    }

    @Test
    void whatCameBackWaitsAlsoForItself() {
        Motions motions = Motions.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "a:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(motions.of("a:1", "u")).containsExactly(new Releaser("a:1", 5), new Releaser("b:1", 6));
    }

    @Test
    void aUnitThatWasAwayForAWhileIsStillWaitedFor() {
        Motions motions = Motions.NONE
                .after(Moves.between(Table.of(Map.of("a:1", "u")), Table.of(Map.of("a:1", ""))), ALL_ACKNOWLEDGE, 5, 0)
                .after(
                        Moves.between(Table.of(Map.of("a:1", "")), Table.of(Map.of("a:1", "", "b:1", "u"))),
                        ALL_ACKNOWLEDGE,
                        6,
                        0);
        assertThat(motions.of("b:1", "u")).containsExactly(new Releaser("a:1", 5));
    }

    @Test
    void aServiceThatNeverAcknowledgesIsNotTold() {
        assertThat(Motions.NONE.after(move("a:1", "b:1"), Map.of(), 5, 0)).isEqualTo(Motions.NONE);
    }

    @Test
    void whoHadItsTimeIsForgotten() {
        Motions motions = Motions.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(Moves.between(Table.EMPTY, Table.EMPTY), ALL_ACKNOWLEDGE, 9, 6);
        assertThat(motions).isEqualTo(Motions.NONE);
    }

    @Test
    void whileAnybodyIsWaitedForTheLastMoveIsRemembered() {
        Map<String, Long> acknowledged = Map.of("b:1", 0L, "c:1", 0L);
        Motions motions = Motions.NONE
                .after(move("dead:1", "b:1"), acknowledged, 2, 0)
                .after(move("b:1", "c:1"), acknowledged, 4, 0)
                .after(Moves.between(Table.EMPTY, Table.EMPTY), Map.of("b:1", 4L, "c:1", 0L), 5, 0);
        assertThat(motions.of("c:1", "u"))
                .as("b let go, and yet the unit is c's since epoch 4, not 2")
                .containsExactly(new Releaser("dead:1", 2), new Releaser("b:1", 4));
    }

    @Test
    void whatSomebodyElseWroteIntoTheTableIsNotWaitedFor() {
        Motions motions = Motions.NONE
                .after(move("x,y", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("line\nbreak", "c:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(Motions.of(motions.texts())).isEqualTo(Motions.NONE);
    }

    @Test
    void whatWaitsForAnOwnerWaitsForEveryHeir() {
        Motions motions = Motions.NONE
                .after(Moves.between(Table.of(Map.of("a:1", "u")), Table.EMPTY), ALL_ACKNOWLEDGE, 5, 0)
                .after(Moves.between(Table.EMPTY, Table.of(Map.of("b:1", "u"))), ALL_ACKNOWLEDGE, 6, 0)
                .after(
                        Moves.between(Table.of(Map.of("b:1", "u")), Table.of(Map.of("b:1", "u", "c:1", "u"))),
                        ALL_ACKNOWLEDGE,
                        7,
                        0);
        assertThat(motions.of("b:1", "u")).containsExactly(new Releaser("a:1", 5));
        assertThat(motions.of("c:1", "u")).containsExactly(new Releaser("a:1", 5));
    }

    @Test
    void textsSayTheSame() {
        Motions motions = Motions.NONE
                .after(move("a:1", "b:1"), ALL_ACKNOWLEDGE, 5, 0)
                .after(move("b:1", "c:1"), ALL_ACKNOWLEDGE, 6, 0);
        assertThat(motions.texts()).containsExactly(Map.entry("c:1,u", "5@a:1,6@b:1"));
        assertThat(Motions.of(motions.texts())).isEqualTo(motions);
        assertThat(Motions.releasers("5@[::1]:80")).isEqualTo(List.of(new Releaser("[::1]:80", 5)));
    }

    private static Moves move(String from, String to) {
        return Moves.between(Table.of(Map.of(from, "u", to, "")), Table.of(Map.of(from, "", to, "u")));
    }
}
