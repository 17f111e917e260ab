package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.memory.MemoryBoard;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A group on a board in memory, and its members. Closing the fixture closes them and waits for their threads to end. */
final class GroupFixture implements AutoCloseable {

    /** Quick, and a thread that is paused for seconds neither ends a lease nor gets its member ejected. */
    static final Timing TIMING = Timing.of(Duration.ofMillis(50), Duration.ofMinutes(1))
            .withSettle(Duration.ofMillis(40))
            .withGrace(Duration.ofMillis(400));

    /** For tests in which work delays a handover: the grace time is longer than any pause of a thread. */
    static final Timing LONG_GRACE = TIMING.withGrace(Duration.ofSeconds(30));

    /** For tests in which a lease ends or a member is ejected. Both may then happen at any time, to any member whose thread is paused. */
    static final Timing SHORT = new Timing(
            Duration.ofMillis(50),
            Duration.ofMillis(1500),
            Duration.ofMillis(225),
            Duration.ofMillis(40),
            Duration.ofMillis(400),
            0.05);

    final MemoryBoard board = new MemoryBoard();

    /** Written by the test's thread only, before any member joins. */
    Group group;

    private final List<Membership> members = new CopyOnWriteArrayList<>();

    GroupFixture(String name, Pieces pieces) {
        this(Group.of(name, pieces).with(TIMING));
    }

    GroupFixture(Group group) {
        this.group = group;
    }

    /** Sets the timing of members that join from now on. */
    void timed(Timing timing) {
        group = group.with(timing);
    }

    /** Returns a fixture that divides the units x and y. */
    static GroupFixture ofTwo(String name) {
        return new GroupFixture(name, Units.of("x", "y"));
    }

    Membership join(String id) {
        return join(new MemberSettings(id), new FaultyBoard(board));
    }

    Membership join(String id, FaultyBoard faultyBoard) {
        return join(new MemberSettings(id), faultyBoard);
    }

    Membership join(MemberSettings self, FaultyBoard faultyBoard) {
        Membership member = group.join(faultyBoard, self);
        members.add(member);
        return member;
    }

    /** Closes a member on a thread of its own. */
    static CompletableFuture<Void> closing(Membership member) {
        return CompletableFuture.runAsync(member::close, task -> new Thread(task).start());
    }

    /** Returns the names of the threads that a member of this group has now. */
    List<String> threads(String id) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(thread -> thread.startsWith("divvy-" + group.name() + "-" + id + "-"))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        // All at once: a member whose pieces have data waits for those that stay.
        CompletableFuture.allOf(members.stream().map(GroupFixture::closing).toArray(CompletableFuture[]::new))
                .join();
        for (Membership member : members) {
            Soon.until(
                    "no thread of " + member.id() + " is left",
                    () -> threads(member.id()).isEmpty());
            assertThat(member.portion().isEmpty()).isTrue();
        }
    }
}
