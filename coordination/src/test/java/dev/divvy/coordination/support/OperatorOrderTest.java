package dev.divvy.coordination.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.memory.MemoryBoard;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperatorOrderTest {

    private static Allocation allocation(Directives directives) {
        return new Planner(new Sticky(Sticky.Policy.RUNS))
                .first(
                        new Version("lineage", 1),
                        Tokens.sql(8),
                        Roster.of(List.of(Member.of("n1"), Member.of("n2"))),
                        directives);
    }

    @Test
    void anUnknownMemberOrPieceIsRefusedWithWhatThereIs() {
        Allocation now = allocation(Directives.NONE);
        for (OperatorOrder order :
                List.of(OperatorOrder.drain("n9"), OperatorOrder.undrain("n9"), OperatorOrder.pin("3", "n9"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> order.check(now))
                    .withMessageContainingAll("there is no member n9", "the members are n1, n2");
        }
        for (OperatorOrder order : List.of(OperatorOrder.pin("8", "n1"), OperatorOrder.unpin("8"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> order.check(now))
                    .withMessageContaining("there is no piece 8 among 8 tokens");
        }
        OperatorOrder.drain("n1").check(now);
        OperatorOrder.pin("7", "n2").check(now);
        OperatorOrder.suspend().check(now);
    }

    @Test
    void whoIsAwayCanBeUndrainedAndWhatIsGoneUnpinned() {
        Allocation now = allocation(Directives.NONE.weigh("away", 0).pin("99", "away"));
        OperatorOrder.undrain("away").check(now);
        OperatorOrder.unpin("99").check(now);
    }

    @Test
    void whatIsSoAlreadyIsTold() {
        Directives all =
                Directives.NONE.weigh("n1", 0).weigh("n2", 3).pin("5", "n2").suspend(true);
        assertThat(List.of(
                        OperatorOrder.drain("n1"),
                        OperatorOrder.undrain("n2"),
                        OperatorOrder.pin("5", "n2"),
                        OperatorOrder.unpin("6"),
                        OperatorOrder.suspend()))
                .allMatch(order -> order.isIn(all));
        assertThat(List.of(
                        OperatorOrder.drain("n2"),
                        OperatorOrder.undrain("n1"),
                        OperatorOrder.pin("5", "n1"),
                        OperatorOrder.unpin("5"),
                        OperatorOrder.resume()))
                .noneMatch(order -> order.isIn(all));
    }

    @Test
    void aMemberGivesEveryOrder() throws Exception {
        MemoryBoard board = new MemoryBoard();
        try (Membership member = Group.of("g", Tokens.sql(8)).join(board, "n1");
                Membership operator =
                        Group.of("g", Tokens.sql(8)).join(board, new MemberSettings("operator").suspended(true))) {
            assertThat(member.awaitRunning(Duration.ofMinutes(1))).isTrue();
            for (OperatorOrder order : List.of(
                    OperatorOrder.drain("n1"),
                    OperatorOrder.undrain("n1"),
                    OperatorOrder.pin("5", "n1"),
                    OperatorOrder.unpin("5"),
                    OperatorOrder.suspend(),
                    OperatorOrder.resume())) {
                assertThat(order.action().with(order.arguments())).isEqualTo(order);
                order.giveTo(operator.operator()).join();
                assertThat(board.look().allocation())
                        .as("%s", order)
                        .hasValueSatisfying(
                                now -> assertThat(order.isIn(now.directives())).isTrue());
            }
        }
    }
}
