package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.EpochSummary;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatusTest {

    private final GroupFixture fixture = GroupFixture.ofTwo("status");

    @AfterEach
    void closeAll() {
        fixture.close();
    }

    private static MemberState state(Membership seenBy, String id) {
        return seenBy.status().members().stream()
                .filter(member -> member.id().equals(id))
                .map(MemberStatus::state)
                .findFirst()
                .orElse(MemberState.GONE);
    }

    @Test
    void beforeTheFirstAllocationNothingIsSettled() {
        FaultyBoard away = new FaultyBoard(fixture.board);
        away.fail();
        GroupStatus status = fixture.join("a", away).status();
        assertThat(status.calm()).isFalse();
        assertThat(status.version()).isEmpty();
        assertThat(status.members()).isEmpty();
        assertThat(status.self().incarnation()).isEmpty();
        assertThat(status.pieces()).isEqualTo(fixture.group.pieces());
    }

    @Test
    void aHandoverIsVisibleInTheStatus() throws InterruptedException {
        fixture.timed(GroupFixture.LONG_GRACE);
        Membership a = fixture.join(
                new MemberSettings("a").withAddress("host:1").inZone("north"), new FaultyBoard(fixture.board));
        Soon.running(a);
        Soon.until("it is calm", () -> a.status().calm());
        Hold x = a.hold("x").orElseThrow();
        Hold y = a.hold("y").orElseThrow();
        Membership b = fixture.join("b");
        List<GroupStatus> seen = new ArrayList<>();
        Soon.until("a handover begins", () -> {
            seen.add(b.status());
            return !seen.get(seen.size() - 1).handovers().isEmpty();
        });
        GroupStatus duringHandover = seen.get(seen.size() - 1);
        GroupStatus.Handover handover = duringHandover.handovers().get(0);
        assertThat(handover.to()).contains("b");
        assertThat(handover.pieces().count()).isEqualTo(1);
        assertThat(handover.waitingFor())
                .singleElement()
                .satisfies(releaser -> assertThat(releaser.incarnation())
                        .isEqualTo(a.incarnation().orElseThrow()));
        int moving = handover.pieces().first(0);
        assertThat(duringHandover.why(moving).sentence()).endsWith("; it waits for a to acknowledge epoch 2.");
        assertThat(duringHandover.calm()).isFalse();
        SelfStatus self = a.status().self();
        assertThat(self.held() + self.releasing()).isEqualTo(2);
        x.close();
        y.close();
        Soon.running(a, b);
        Soon.until(
                "both see that it is calm",
                () -> a.status().calm() && b.status().calm());
        assertThat(b.status().why(moving).waitingFor()).isEmpty();
        MemberStatus other = b.status().members().get(0);
        assertThat(other.id()).isEqualTo("a");
        assertThat(other.address()).isEqualTo("host:1");
        assertThat(other.zone()).contains("north");
        assertThat(other.pieces().count()).isEqualTo(1);
        assertThat(other.beatAge())
                .hasValueSatisfying(age -> assertThat(age).isLessThan(GroupFixture.LONG_GRACE.timeToLive()));
        assertThat(b.status().self().lease()).isPositive().isLessThanOrEqualTo(GroupFixture.LONG_GRACE.lease());
        assertThat(b.status().history()).extracting(EpochSummary::epoch).containsExactly(1L, 2L);
        assertThat(b.status().history().get(1).causes()).containsExactly("b joined");
        assertThat(b.status().history().get(1).moved()).isEqualTo(1);
    }

    @Test
    void membersAreSeenToWaitToRestAndToLeave() throws Exception {
        fixture.timed(GroupFixture.LONG_GRACE);
        Membership a = fixture.join("a");
        Membership b = fixture.join("b");
        Membership observer = fixture.join(new MemberSettings("o").suspended(true), new FaultyBoard(fixture.board));
        Soon.running(a, b);
        Soon.until(
                "all run",
                () -> state(observer, "a") == MemberState.RUNNING
                        && observer.status().calm());
        Soon.until("the observer is seen as suspended", () -> state(a, "o") == MemberState.SUSPENDED);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> job = a.runAlone(alone -> end.await(30, TimeUnit.SECONDS));
        Soon.until("all rest", () -> state(observer, "b") == MemberState.SUSPENDED);
        assertThat(observer.status().exclusive()).isEqualTo(a.incarnation());
        end.countDown();
        assertThat(Soon.get(job)).isTrue();
        Soon.running(a, b);
        Hold hold = b.hold(b.portion().names().get(0)).orElseThrow();
        Thread closing = new Thread(b::close);
        closing.start();
        Soon.until("it leaves", () -> state(observer, "b") == MemberState.LEAVING);
        hold.close();
        closing.join(Soon.LIMIT.toMillis());
        Soon.until("it has left", () -> {
            GroupStatus now = observer.status();
            return now.members().size() == 2 && now.calm();
        });
        assertThat(observer.status().history()).isNotEmpty();
    }

    @Test
    void aMemberWhoseBoardIsSilentIsNotSettled() throws InterruptedException {
        fixture.timed(GroupFixture.SHORT);
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        Soon.until("it is calm", () -> a.status().calm());
        faultyBoard.fail();
        Soon.until("the last answer has come", () -> a.status().self().problem().isPresent());
        GroupStatus silent = Soon.got(
                "the lease has ended",
                () -> Optional.of(a.status())
                        .filter(status -> status.self().lease().isZero()));
        assertThat(silent.calm()).isFalse();
        assertThat(silent.self().held()).isZero();
        faultyBoard.recover();
        Soon.until("it is calm again", () -> a.status().calm());
    }
}
