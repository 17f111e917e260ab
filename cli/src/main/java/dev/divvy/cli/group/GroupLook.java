package dev.divvy.cli.group;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A group at one moment.
 *
 * @param cards of the members that are there
 * @param calm as a node says; empty for a board, where one look cannot tell
 */
public record GroupLook(GroupStatus status, List<Card> cards, Optional<Boolean> calm) {

    public GroupLook {
        cards = List.copyOf(cards);
    }

    /** Returns this look with the ages of the heartbeats that an observer has measured. */
    GroupLook withBeats(Function<Incarnation, Optional<Duration>> age) {
        return new GroupLook(
                status.withMembers(member -> member.withBeatAge(age.apply(member.incarnation()))), cards, calm);
    }

    /** Returns the status of a group that cannot be read. */
    public static GroupStatus unavailable(String group, String problem) {
        GroupStatus empty = new GroupStatus(
                group,
                Optional.empty(),
                Units.of(),
                false,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                SelfStatus.NONE);
        return withProblem(empty, problem);
    }

    /** Returns a status that an observer has read, with a problem. */
    public static GroupStatus withProblem(GroupStatus status, String problem) {
        return new GroupStatus(
                status.group(),
                status.version(),
                status.pieces(),
                status.suspended(),
                status.exclusive(),
                status.members(),
                status.handovers(),
                status.history(),
                status.allocation(),
                new SelfStatus("", Optional.empty(), Duration.ZERO, 0, 0, Duration.ZERO, Optional.of(problem), false));
    }

    static GroupLook at(String group, BoardSnapshot board) {
        return new GroupLook(StatusBuilder.ofBoard(group, board), board.cards(), Optional.empty());
    }
}
