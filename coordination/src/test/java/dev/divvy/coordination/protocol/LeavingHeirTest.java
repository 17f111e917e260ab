package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static dev.divvy.coordination.protocol.StepFixtures.roster;
import static dev.divvy.coordination.protocol.StepFixtures.saw;
import static dev.divvy.coordination.protocol.StepFixtures.saying;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** 8. A member that leaves keeps its card on the board until no other member may need the data of its pieces. */
class LeavingHeirTest {

    private static final Planner DATA = StepFixtures.PLANNER.replicated(0);
    private static final int T = 12;

    private static final Card A = saying(CardState.LEAVING, "a", 2);
    private static final Card B = card("b", 2);
    private static final Card C = card("c", 2);

    /** Epoch 2, which a, b and c were in before a left. */
    private static final Allocation LEFT = withoutA(DATA, first(DATA), Directives.NONE);

    private static Allocation first(Planner planner) {
        return planner.first(
                new Version("L", 1), Tokens.sql(T), roster(card("a", 1), card("b", 1), card("c", 1)), Directives.NONE);
    }

    private static Allocation withoutA(Planner planner, Allocation before, Directives directives) {
        TreeMap<Incarnation, Long> present = new TreeMap<>();
        List.of("a", "b", "c").forEach(id -> present.put(incarnation(id), 1L));
        return planner.next(before, before.pieces(), roster(B, C), directives, Acknowledgements.of(present));
    }

    private static boolean mayWithdraw(Allocation allocation, Card... cards) {
        ProtocolState leaving = saw("a", allocation, cards).with(new MemberSettings("a").leave());
        return ProtocolStep.mayWithdraw(leaving, incarnation("a"));
    }

    @Test
    void itStaysUntilEveryOwnerOfWhatItHadHasSettled() {
        assertThat(mayWithdraw(LEFT, A, B, C)).isFalse();
        assertThat(mayWithdraw(LEFT, A, B.withSettled(2), C)).isFalse();
        assertThat(mayWithdraw(LEFT, A, B.withSettled(2), C.withSettled(1))).isFalse();
        assertThat(mayWithdraw(LEFT, A, B.withSettled(2), C.withSettled(2))).isTrue();
    }

    @Test
    void anOwnerOfOtherPiecesIsNotWaitedFor() {
        Allocation next = withoutA(DATA, first(DATA), allOfAToB(first(DATA)));
        assertThat(mayWithdraw(next, A, B.withSettled(2), C)).isTrue();
        assertThat(mayWithdraw(next, A, B, C.withSettled(2))).isFalse();
    }

    @Test
    void theOwnerOfAPieceThatItKeptACopyOfIsWaitedFor() {
        Planner copies = StepFixtures.PLANNER.replicated(1);
        Allocation first = first(copies);
        assertThat(Arrays.stream(first.piecesOf("c").pieces()).mapToObj(first::copiesOf))
                .contains(List.of(incarnation("a")));
        Allocation next = withoutA(copies, first, allOfAToB(first));
        assertThat(mayWithdraw(next, A, B.withSettled(2), C)).isFalse();
        assertThat(mayWithdraw(next, A, B.withSettled(2), C.withSettled(2))).isTrue();
    }

    private static Directives allOfAToB(Allocation before) {
        Directives pins = Directives.NONE;
        for (int piece : before.piecesOf("a").pieces()) {
            pins = pins.pin(Integer.toString(piece), "b");
        }
        return pins;
    }

    @Test
    void anOwnerThatIsGoneHasSettledNothing() {
        assertThat(mayWithdraw(LEFT, A, B.withSettled(2)))
                .as("c crashed: the next owner of its pieces may need the data")
                .isFalse();
    }

    @Test
    void itDoesNotWaitWhenNobodyElseStays() {
        assertThat(mayWithdraw(LEFT, A)).isTrue();
        Card leaving = saying(CardState.LEAVING, "b", 1);
        assertThat(mayWithdraw(LEFT, A, leaving)).isTrue();
        assertThat(mayWithdraw(LEFT, A, leaving, C)).isFalse();
    }

    @Test
    void inASuspendedGroupItStays() {
        Allocation suspended = withoutA(DATA, first(DATA), Directives.NONE.suspend(true));
        assertThat(suspended.division().unowned().count()).isEqualTo(T);
        assertThat(mayWithdraw(suspended, A, B.withSettled(2), C.withSettled(2)))
                .isFalse();
        Card suspendedItself = saying(CardState.SUSPENDED, "b", 2);
        assertThat(mayWithdraw(suspended, A, suspendedItself)).isFalse();
        assertThat(mayWithdraw(suspended, A)).isTrue();
    }

    @Test
    void piecesWithoutDataAreNotWaitedFor() {
        Planner plain = StepFixtures.PLANNER;
        assertThat(mayWithdraw(withoutA(plain, first(plain), Directives.NONE), A, B, C))
                .isTrue();
    }

    @Test
    void aRunningLeaverIsNotWokenForNothingWhileItWaits() {
        ManualCluster cluster = new ManualCluster(DATA, Tokens.sql(T));
        List.of("a", "b").forEach(cluster::start);
        cluster.run(3_000);
        ProtocolAgent leaver = Objects.requireNonNull(cluster.agents.get("a"));
        ProtocolAgent owner = Objects.requireNonNull(cluster.agents.get("b"));
        leaver.reconfigure(MemberSettings::leave);
        cluster.runAwake(10_000);
        assertThat(leaver.isGone()).isFalse();
        owner.settle(owner.state().view().version().orElseThrow());
        cluster.runAwake(2 * StepFixtures.TIMING.pulse().toMillis());
        assertThat(leaver.isGone()).isTrue();
    }

    @Test
    void membersThatLeaveTogetherDoNotWaitForEachOther() {
        ManualCluster cluster = new ManualCluster(DATA, Tokens.sql(T));
        List.of("a", "b", "c").forEach(cluster::start);
        cluster.run(3_000);
        cluster.agents.values().forEach(agent -> agent.reconfigure(MemberSettings::leave));
        cluster.run(3_000);
        assertThat(cluster.agents.values()).allMatch(ProtocolAgent::isGone);
        assertThat(cluster.board.look().cards()).isEmpty();
    }
}
