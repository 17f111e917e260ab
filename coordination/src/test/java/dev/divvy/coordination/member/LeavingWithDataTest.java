package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member whose pieces have data leaves when the others have it, not before. */
@Timeout(120)
class LeavingWithDataTest {

    private final GroupFixture group =
            new GroupFixture(Group.of("data", Tokens.sql(8)).replicated(0).with(GroupFixture.TIMING));

    @Test
    void aLeavingMemberStaysUntilTheOwnerHasSettled() throws Exception {
        try (group) {
            Membership a = group.join("a");
            Membership b = group.join("b");
            Soon.running(a, b);
            Incarnation leaver = a.incarnation().orElseThrow();
            CompletableFuture<Void> closed = GroupFixture.closing(a);
            Soon.until(
                    "b owns everything",
                    () -> board().piecesOf("b").count() == 8 && b.portion().count() == 8);
            assertThat(board().heirsOf(0)).contains(leaver);
            long beat = card(leaver).beat();
            Soon.until("a pulses on", () -> card(leaver).beat() > beat + 3);
            assertThat(card(leaver).state()).isEqualTo(CardState.LEAVING);
            assertThat(closed).isNotDone();

            b.settle(board().version());
            Soon.get(closed);
            assertThat(cards(leaver)).isEmpty();
        }
    }

    @Test
    void theLastMemberLeavesAtOnce() throws Exception {
        try (group) {
            Membership a = group.join("a");
            Soon.running(a);
            Soon.get(GroupFixture.closing(a));
            assertThat(group.board.look().cards()).isEmpty();
        }
    }

    @Test
    void membersThatLeaveTogetherLeaveAtOnce() throws Exception {
        try (group) {
            List<Membership> members = Stream.of("a", "b", "c").map(group::join).toList();
            Soon.running(members.toArray(Membership[]::new));
            List<CompletableFuture<Void>> closed =
                    members.stream().map(GroupFixture::closing).toList();
            for (CompletableFuture<Void> each : closed) {
                Soon.get(each);
            }
            assertThat(group.board.look().cards()).isEmpty();
        }
    }

    @Test
    void aLeavingMemberDoesNotWaitForEver() throws Exception {
        group.timed(GroupFixture.SHORT);
        try (group) {
            Membership a = group.join("a");
            Membership b = group.join("b");
            Soon.running(a, b);
            long began = System.nanoTime();
            Soon.get(GroupFixture.closing(a));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(GroupFixture.SHORT.grace());
            assertThat(a.portion().isEmpty()).isTrue();
        }
    }

    @Test
    void aBoardThatFailsForAWhileCostsNoData() throws Exception {
        try (group) {
            FaultyBoard faulty = new FaultyBoard(group.board);
            Membership a = group.join("a", faulty);
            Membership b = group.join("b");
            Soon.running(a, b);
            Incarnation leaver = a.incarnation().orElseThrow();
            CompletableFuture<Void> closed = GroupFixture.closing(a);
            Soon.until("b owns everything", () -> board().piecesOf("b").count() == 8);
            faulty.fail();
            int before = faulty.calls.get();
            Soon.until("a has tried several times", () -> faulty.calls.get() > before + 4);
            assertThat(closed).isNotDone();
            faulty.recover();

            Soon.until("b holds everything", () -> b.portion().count() == 8);
            assertThat(cards(leaver)).hasSize(1);
            b.settle(board().version());
            Soon.get(closed);
            assertThat(cards(leaver)).as("it took its card off itself").isEmpty();
        }
    }

    @Test
    void aBoardThatFailsForGoodDoesNotKeepTheLastMember() throws Exception {
        try (group) {
            FaultyBoard faulty = new FaultyBoard(group.board);
            Membership a = group.join("a", faulty);
            Soon.running(a);
            faulty.fail();
            Soon.get(GroupFixture.closing(a));
        }
    }

    @Test
    void aLeavingMemberMayTakeTheGraceTimeAfterEachProgress() throws Exception {
        group.timed(GroupFixture.SHORT);
        try (group) {
            Membership a = group.join("a");
            Membership b = group.join("b");
            Soon.running(a, b);
            long limit = GroupFixture.SHORT
                    .grace()
                    .plus(GroupFixture.SHORT.timeToLive())
                    .toNanos();
            long began = System.nanoTime();
            CompletableFuture<Void> closed = GroupFixture.closing(a);
            Soon.until("the limit has passed twice", () -> {
                a.progressed();
                return System.nanoTime() - began > 2 * limit;
            });
            assertThat(closed).isNotDone();
            Soon.get(closed);
        }
    }

    private Allocation board() {
        return group.board.look().allocation().orElseThrow();
    }

    private List<Card> cards(Incarnation incarnation) {
        return group.board.look().cards().stream()
                .filter(card -> card.incarnation().equals(incarnation))
                .toList();
    }

    private Card card(Incarnation incarnation) {
        return cards(incarnation).get(0);
    }
}
