package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.PieceLostException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SilentBoardTest {

    private final GroupFixture fixture = GroupFixture.ofTwo("silence");
    private final FaultyBoard faultyBoard = new FaultyBoard(fixture.board);

    @BeforeEach
    void leasesEndSoon() {
        fixture.timed(GroupFixture.SHORT);
    }

    @AfterEach
    void closeAll() {
        faultyBoard.recover();
        fixture.close();
    }

    @Test
    void aMemberWithoutRepliesStopsHoldingAndResumesWithTheSameFence() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        RecordingListener listener = new RecordingListener();
        a.listen(listener);
        Soon.running(a);
        Incarnation incarnation = a.incarnation().orElseThrow();
        Hold hold = Soon.got("it holds", () -> a.hold("x"));
        Fence fence = hold.fence();
        faultyBoard.fail();
        Soon.until("the last answer has come", () -> a.status().self().problem().isPresent());
        listener.until("-y LEASE_ENDED");
        Soon.until("the lease has ended", () -> !a.holds("x"));
        assertThat(hold.stopping()).isTrue();
        assertThat(hold.released()).isFalse();
        assertThatThrownBy(hold::check).isInstanceOf(PieceLostException.class).hasMessageContaining("did not answer");
        assertThat(a.hold("x")).isEmpty();
        assertThat(a.portion().isEmpty()).isTrue();
        assertThat(a.status().self().problem()).contains("the cable was cut");
        assertThat(a.awaitRunning(GroupFixture.SHORT.pulse())).isFalse();
        int before = faultyBoard.calls.get();
        Soon.until("it keeps trying", () -> faultyBoard.calls.get() > before + 2);
        faultyBoard.recover();
        Soon.until("it holds again", () -> a.holds("x") && hold.valid());
        assertThat(Soon.got("new work begins", () -> a.hold("x")).fence()).isEqualTo(fence);
        assertThat(a.incarnation()).contains(incarnation);
        Soon.until("the listener was notified", () -> listener.lines.size() >= 6);
        assertThat(listener.lines).startsWith("+x", "+y", "-x LEASE_ENDED", "-y LEASE_ENDED", "+x", "+y");
        assertThat(a.status().self().problem()).isEmpty();
    }

    @Test
    void aMemberThatPulsesTooLateComesBackAsANewIncarnation() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        Membership b = fixture.join("b");
        Soon.running(a, b);
        Incarnation incarnation = Soon.got("a is there", a::incarnation);
        Hold hold = Soon.got(
                "a holds", () -> a.portion().names().stream().findFirst().flatMap(a::hold));
        CountDownLatch open = new CountDownLatch(1);
        faultyBoard.hang(open);
        Soon.until("b has taken over", () -> b.portion().count() == 2);
        assertThat(hold.valid()).isFalse();
        assertThat(Soon.got("b holds it", () -> b.hold(hold.piece())).fence().epoch())
                .isGreaterThan(hold.fence().epoch());
        faultyBoard.recover();
        open.countDown();
        Soon.until("a is back", () -> a.portion().count() == 1);
        assertThat(a.incarnation().orElseThrow().number()).isGreaterThan(incarnation.number());
        assertThat(hold.released()).isTrue();
    }

    @Test
    void whateverTheBoardThrowsTheMemberComesBack() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        for (Throwable what : new Throwable[] {
            new IllegalStateException("odd"),
            new StackOverflowError("deep"),
            new AssertionError(),
            new Exception("checked")
        }) {
            int before = faultyBoard.calls.get();
            faultyBoard.failWith(() -> what);
            Soon.until(
                    "it was met",
                    () -> a.status().self().problem().isPresent() && faultyBoard.calls.get() > before + 1);
            faultyBoard.recover();
            Soon.until("it is over", () -> a.status().self().problem().isEmpty());
        }
        Soon.until("it holds", () -> a.holds("x"));
    }

    @Test
    void aBoardThatIsAwayAtFirstIsJoinedWhenItComes() throws InterruptedException {
        faultyBoard.fail();
        Membership a = fixture.join("a", faultyBoard);
        Soon.until("it has tried for long", () -> faultyBoard.calls.get() > 10);
        assertThat(a.incarnation()).isEmpty();
        faultyBoard.recover();
        Soon.running(a);
    }
}
