package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A distribution as the status of a group. */
class TableStatusTest {

    private static final AssignmentTable TABLE = AssignmentTable.of(Map.of("a:1", "u1", "b:1", "u2,u3", "c:1", ""));

    @Test
    void aStoreWithoutATableIsAGroupWithoutAnAllocation() {
        GroupStatus status = TableStatus.of("table", TableHistory.EMPTY, Distribution.EMPTY, false);
        assertThat(status.version()).isEmpty();
        assertThat(status.members()).isEmpty();
        assertThat(status.pieces().count()).isZero();
    }

    @Test
    void servicesAreMembersAndUnitsArePieces() {
        GroupStatus status = status(Map.of(), Map.of("b:1", 4L), false);
        assertThat(status.members()).extracting(MemberStatus::id).containsExactly("a:1", "b:1", "c:1");
        assertThat(status.members().get(1))
                .isEqualTo(new MemberStatus(
                        new Incarnation("b:1", 0),
                        MemberState.RUNNING,
                        4,
                        Optional.empty(),
                        Optional.empty(),
                        Runs.of(1, 2),
                        1,
                        Optional.empty(),
                        "b:1"));
        assertThat(status.boardCalm()).isTrue();
        assertThat(status.self().problem()).isEmpty();
    }

    @Test
    void anOwnerWaitsForReleasersThatHaveNotAcknowledged() {
        GroupStatus status =
                status(Map.of("b:1,u2", "4@a:1,5@c:1", "b:1,u3", "5@c:1"), Map.of("a:1", 4L, "c:1", 3L), false);
        Releaser c = new Releaser(new Incarnation("c:1", 0), 5);
        assertThat(status.handovers())
                .containsExactly(new GroupStatus.Handover(Runs.of(1, 2), Optional.of("b:1"), List.of(c)));
        assertThat(status.members())
                .extracting(MemberStatus::state)
                .containsExactly(MemberState.RUNNING, MemberState.WAITING, MemberState.RUNNING);
        assertThat(status.boardCalm()).isFalse();
    }

    @Test
    void noOwnerWaitsWhenTheGraceTimeIsOver() {
        GroupStatus status = status(Map.of("b:1,u2", "5@c:1"), Map.of(), true);
        assertThat(status.handovers()).isEmpty();
        assertThat(status.boardCalm()).isTrue();
    }

    @Test
    void entriesThatNoOwnerWaitsForAreLeftOut() {
        Map<String, String> entries = Map.of(
                "b:1,u2", "5@b:1", // itself
                "b:1,u1", "5@c:1", // no longer its unit
                ",u3", "5@c:1", // of a time without an owner
                "c:1,gone", "5@a:1", // no longer a unit
                "a:1,u1", "0@b:1,5@,5@x\u0001"); // written by hand
        assertThat(status(entries, Map.of(), false).handovers()).isEmpty();
    }

    private static GroupStatus status(Map<String, String> handovers, Map<String, Long> acknowledged, boolean expired) {
        Distribution distribution = new Distribution(
                Optional.of(new Version("first", 5)), TABLE, UnitHandovers.of(handovers), acknowledged);
        return TableStatus.of("table", TableHistory.EMPTY.after(distribution), distribution, expired);
    }
}
