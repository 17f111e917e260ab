package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.memory.MemoryBoard;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class GroupTest {

    /** A lease that ends soon without a pulse, while no member is ejected for it. */
    private static final Timing SHORT_LEASE =
            GroupFixture.TIMING.withMargin(GroupFixture.TIMING.timeToLive().minus(GroupFixture.SHORT.lease()));

    @Test
    void tenantsShareNothing() throws InterruptedException {
        Boards boards = MemoryBoard.perGroup();
        try (Membership red =
                        Group.of("red", Units.of("x")).with(GroupFixture.TIMING).join(boards.of("red"), "a");
                Membership blue = Group.of("blue", Units.of("x"))
                        .with(GroupFixture.TIMING)
                        .join(boards.of("blue"), "a")) {
            Soon.running(red, blue);
            assertThat(red.holds("x") && blue.holds("x")).isTrue();
            assertThat(red.status().members()).hasSize(1);
            assertThat(boards.of("red")).isSameAs(boards.of("red")).isNotSameAs(boards.of("blue"));
        }
    }

    @Test
    void anObserverSeesAllAndHoldsNothing() throws InterruptedException {
        try (GroupFixture fixture = GroupFixture.ofTwo("observed")) {
            Membership observer = fixture.join(new MemberSettings("o").suspended(true), new FaultyBoard(fixture.board));
            Soon.until("it is there", () -> observer.incarnation().isPresent());
            assertThat(observer.status().version()).isEmpty();
            Membership a = fixture.join("a");
            Soon.running(a);
            Soon.until("it is calm", () -> observer.status().calm());
            assertThat(observer.portion().isEmpty()).isTrue();
            assertThat(a.portion().count()).isEqualTo(2);
        }
    }

    @Test
    void aKeyIsHeldByTheMemberThatHoldsItsToken() throws InterruptedException {
        try (GroupFixture fixture = new GroupFixture("keys", Tokens.wide(16))) {
            Membership a = fixture.join("a");
            Membership b = fixture.join("b");
            Soon.running(a, b);
            for (int i = 0; i < 200; i++) {
                String key = "key-" + i;
                assertThat(a.holds(key)).isNotEqualTo(b.holds(key));
                assertThat(a.holds(key.getBytes(StandardCharsets.UTF_8))).isEqualTo(a.holds(key));
                assertThat(a.hold(key).isPresent()).isEqualTo(a.holds(key));
            }
            assertThat(a.portion().ranges()).isNotEmpty();
        }
    }

    @Test
    void aMemberThatWeighsMoreHoldsMore() throws InterruptedException {
        try (GroupFixture fixture = new GroupFixture("weights", Tokens.wide(16))) {
            Membership a = fixture.join("a");
            Membership b = fixture.join("b");
            Soon.running(a, b);
            a.weigh(3);
            Soon.until("a has three quarters", () -> a.portion().count() == 12);
            a.weigh(0);
            Soon.until("b has all", () -> b.portion().count() == 16);
        }
    }

    @Test
    void anAllocatorThatThrowsDoesNotEndThePulse() throws InterruptedException {
        AtomicBoolean throwing = new AtomicBoolean();
        Group fine = Group.of("faulty", Units.of("x", "y")).with(SHORT_LEASE);
        Allocator sticky = fine.planner().allocator();
        Allocator faulty = new Allocator() {
            @Override
            public String name() {
                return sticky.name();
            }

            @Override
            public Set<Law> laws() {
                return sticky.laws();
            }

            @Override
            public Division allocate(AllocationRequest request) {
                if (throwing.get()) {
                    throw new StackOverflowError("too deep");
                }
                return sticky.allocate(request);
            }
        };
        try (GroupFixture fixture = new GroupFixture(fine.dividedBy(faulty))) {
            FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
            Membership a = fixture.join("a", faultyBoard);
            Soon.running(a);
            Optional<Incarnation> incarnation = a.incarnation();
            throwing.set(true);
            Membership b = fixture.join("b");
            int before = faultyBoard.calls.get();
            Soon.until("more than a lease has passed", () -> faultyBoard.calls.get() > before + 40);
            Soon.until("a goes on with what it has", () -> a.portion().count() == 2);
            assertThat(a.incarnation()).isPresent().isEqualTo(incarnation);
            throwing.set(false);
            Soon.running(a, b);
            Soon.until(
                    "both have one",
                    () -> a.portion().count() == 1 && b.portion().count() == 1);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // a caller without such checks may pass null
    void nullIsRefusedByItsName() {
        Group group = Group.of("nothing", Units.of("x"));
        assertThatThrownBy(() -> Group.of("nothing", null)).hasMessage("pieces");
        assertThatThrownBy(() -> group.with(null)).hasMessage("timing");
        assertThatThrownBy(() -> group.dividedBy(null)).hasMessage("allocator");
        assertThatThrownBy(() -> group.join(null, "a")).hasMessage("board");
        try (Membership a = group.join(new MemoryBoard(), "a")) {
            assertThatThrownBy(() -> a.listen(null)).hasMessage("listener");
            assertThatThrownBy(() -> a.run(null)).hasMessage("task");
            assertThatThrownBy(() -> a.runShift(null)).hasMessage("task");
            assertThatThrownBy(() -> a.runAlone(null)).hasMessage("job");
            assertThatThrownBy(() -> a.hold(null)).hasMessage("keyOrUnit");
            assertThatThrownBy(() -> a.operator().pin(null, "a")).hasMessage("piece");
            assertThatThrownBy(() -> a.operator().drain(null)).hasMessage("member");
            assertThatThrownBy(() -> a.operator().divide(null)).hasMessage("pieces");
        }
    }

    @Test
    void aClosedMemberTakesNoFurtherListenersOrTasks() {
        Membership a =
                Group.of("closed", Units.of("x")).with(GroupFixture.TIMING).join(new MemoryBoard(), "a");
        a.close();
        assertThatThrownBy(() -> a.listen(new RecordingListener())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> a.run(hold -> {})).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> a.runShift(shift -> {})).isInstanceOf(IllegalStateException.class);
    }
}
