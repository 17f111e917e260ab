package dev.divvy.cli.group;

import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.GroupStatus;
import java.util.List;
import java.util.Optional;

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

    static GroupLook at(String group, BoardSnapshot board) {
        return new GroupLook(StatusBuilder.ofBoard(group, board), board.cards(), Optional.empty());
    }
}
