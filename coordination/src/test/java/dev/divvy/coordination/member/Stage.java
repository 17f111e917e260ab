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
import java.util.concurrent.CopyOnWriteArrayList;

/** A group on a board in memory, and its members, who are gone when the stage is closed, their threads too. */
final class Stage implements AutoCloseable {

    /** Quick, and no thread that stands still for seconds ends a lease or has its member taken off. */
    static final Timing TIMING = Timing.of(Duration.ofMillis(50), Duration.ofMinutes(1))
            .withSettle(Duration.ofMillis(40))
            .withGrace(Duration.ofMillis(400));

    /** Where work delays a handover: it is awaited for longer than any thread stands still. */
    static final Timing PATIENT = TIMING.withGrace(Duration.ofSeconds(30));

    /** Where a lease ends, or a member is taken off: that may then happen at any time, to anybody whose thread stands still. */
    static final Timing SHORT = new Timing(
            Duration.ofMillis(50),
            Duration.ofMillis(1500),
            Duration.ofMillis(225),
            Duration.ofMillis(40),
            Duration.ofMillis(400),
            0.05);

    final MemoryBoard board = new MemoryBoard();

    /** Written by the test's thread only, before anybody joins. */
    Group group;

    private final List<Membership> members = new CopyOnWriteArrayList<>();

    Stage(String name, Pieces pieces) {
        this(Group.of(name, pieces).with(TIMING));
    }

    Stage(Group group) {
        this.group = group;
    }

    /** Whoever joins from now on goes by this timing. */
    void timed(Timing timing) {
        group = group.with(timing);
    }

    /** A stage of the units x and y. */
    static Stage ofTwo(String name) {
        return new Stage(name, Units.of("x", "y"));
    }

    Membership join(String id) {
        return join(new MemberSettings(id), new MoodyBoard(board));
    }

    Membership join(String id, MoodyBoard way) {
        return join(new MemberSettings(id), way);
    }

    Membership join(MemberSettings self, MoodyBoard way) {
        Membership member = group.join(way, self);
        members.add(member);
        return member;
    }

    /** The threads that a member of this group has now. */
    List<String> threads(String id) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(thread -> thread.startsWith("divvy-" + group.name() + "-" + id + "-"))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        members.forEach(Membership::close);
        for (Membership member : members) {
            Soon.until(
                    "no thread of " + member.id() + " is left",
                    () -> threads(member.id()).isEmpty());
            assertThat(member.portion().isEmpty()).isTrue();
        }
    }
}
