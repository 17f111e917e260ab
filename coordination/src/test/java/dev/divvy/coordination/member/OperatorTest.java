package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.status.MemberState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperatorTest {

    private final GroupFixture fixture = new GroupFixture("operators", Units.of("w", "x", "y", "z"));

    @AfterEach
    void closeAll() {
        fixture.close();
    }

    private Membership[] two() throws InterruptedException {
        Membership[] members = {fixture.join("a"), fixture.join("b")};
        Soon.running(members);
        return members;
    }

    @Test
    void aPinGivesAPieceToAMemberUntilItIsTakenBack() throws Exception {
        Membership[] members = two();
        for (Membership member : members) {
            Soon.get(members[0].operator().pin("w", member.id()));
            Soon.until(member.id() + " has w", () -> member.holds("w"));
        }
        Soon.get(members[1].operator().unpin("w"));
        Soon.until(
                "no pin is left",
                () -> members[1]
                        .status()
                        .allocation()
                        .orElseThrow()
                        .directives()
                        .pins()
                        .isEmpty());
    }

    @Test
    void aRequestRightAfterAReplyBuildsOnIt() throws Exception {
        Membership[] members = two();
        for (int i = 0; i < 10; i++) {
            Soon.get(members[i % 2].operator().suspend());
            Soon.get(members[(i / 2) % 2].operator().resume());
        }
        Soon.until(
                "all is held",
                () -> members[0].portion().count() + members[1].portion().count() == 4);
    }

    @Test
    void weightsAndDrainsMoveShares() throws Exception {
        Membership[] members = two();
        Soon.get(members[0].operator().weigh("a", 3));
        Soon.until("a has three", () -> members[0].portion().count() == 3);
        Soon.get(members[0].operator().drain("a"));
        Soon.until("b has all", () -> members[1].portion().count() == 4);
        Soon.until(
                "a is seen at rest", () -> members[1].status().members().get(0).state() == MemberState.SUSPENDED);
        Soon.get(members[1].operator().undrain("a"));
        Soon.until(
                "halves",
                () -> members[0].portion().count() == 2 && members[1].portion().count() == 2);
    }

    @Test
    void aSuspendedGroupHoldsNothingUntilItIsResumed() throws Exception {
        Membership[] members = two();
        Membership observer = fixture.join(new MemberSettings("o").suspended(true), new FaultyBoard(fixture.board));
        Soon.get(observer.operator().suspend());
        Soon.until(
                "no member holds anything",
                () -> members[0].portion().isEmpty() && members[1].portion().isEmpty());
        Soon.until("it is seen", () -> members[0].status().suspended());
        Soon.get(observer.operator().suspend());
        Soon.get(observer.operator().resume());
        Soon.running(members);
        assertThat(observer.portion().isEmpty())
                .as("a suspended member holds nothing")
                .isTrue();
        assertThat(observer.awaitRunning(GroupFixture.TIMING.settle())).isFalse();
    }

    @Test
    void otherPiecesAreDividedFromThenOn() throws Exception {
        Membership[] members = two();
        boolean kept = members[0].holds("x");
        Soon.get(members[1].operator().divide(Units.of("u", "v", "x", "z")));
        Soon.until("u is held", () -> members[0].holds("u") || members[1].holds("u"));
        Soon.until("x stays", () -> members[0].holds("x") == kept && members[1].holds("x") != kept);
        Soon.until("w is gone", () -> !members[0].holds("w") && !members[1].holds("w"));
        Soon.until("it is seen", () -> members[0].status().pieces().equals(Units.of("u", "v", "x", "z")));
    }

    @Test
    void anInvalidRequestIsRefusedWithAReason() throws Exception {
        Membership a = two()[0];
        assertThatThrownBy(() -> Soon.get(a.operator().pin("nothing", "a")))
                .hasCauseInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no piece nothing");
        assertThatThrownBy(() -> Soon.get(a.operator().pin("x", "nobody"))).hasMessageContaining("nobody");
        assertThatThrownBy(() -> Soon.get(a.operator().drain("nobody")))
                .hasMessageContaining("there is no member nobody");
        assertThatThrownBy(() -> Soon.get(a.operator().weigh("a", -1))).hasMessageContaining("-1");
        assertThatThrownBy(() -> Soon.get(a.operator().divide(Tokens.wide(8)))).hasMessageContaining("cannot follow");
        Soon.get(a.operator().pin("x", "a"));
        assertThat(a.status().self().problem()).isEmpty();
    }

    @Test
    void slowDependentsOfAFutureDoNotStopThePulse() throws Exception {
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        // No reply before the dependent is registered: it would otherwise run on this thread.
        faultyBoard.fail();
        CompletableFuture<Void> after = a.operator().pin("x", "a").thenRun(() -> {
            inside.countDown();
            try {
                Soon.until(slow);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        faultyBoard.recover();
        Soon.until(inside);
        int before = faultyBoard.calls.get();
        Soon.until("the pulse goes on", () -> faultyBoard.calls.get() > before + 3);
        slow.countDown();
        Soon.get(after);
    }

    @Test
    void whileTheBoardIsAwayAnOperatorWaitsAndAfterTheEndItIsRefused() throws Exception {
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        faultyBoard.fail();
        CompletableFuture<Void> answer = a.operator().pin("x", "a");
        Soon.until("it reports problem", () -> a.status().self().problem().isPresent());
        assertThat(answer).isNotDone();
        faultyBoard.recover();
        Soon.get(answer);
        faultyBoard.fail();
        CompletableFuture<Void> never = a.operator().unpin("x");
        a.close();
        assertThatThrownBy(() -> Soon.get(never)).hasMessageContaining("closed before the change was in force");
        assertThatThrownBy(() -> Soon.get(a.operator().suspend())).hasMessageContaining("closed");
    }
}
