package dev.divvy.cli.group;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decodes a node's reply to {@code DIVVY.SNAPSHOT}: a record of the group, then one per member, each a flat list of names and values. */
final class NodeSnapshot {

    private NodeSnapshot() {}

    /**
     * Decodes a reply.
     *
     * @throws IllegalArgumentException when it is no snapshot
     */
    static GroupLook decode(NodeReply reply) {
        if (reply.parts().isEmpty() || reply.parts().size() > 1 + Roster.MOST) {
            throw new IllegalArgumentException(reply.parts().size() + " records");
        }
        Map<String, String> group = reply.parts().get(0).fields();
        List<Card> cards = reply.parts().stream()
                .skip(1)
                .map(member -> card(member.fields()))
                .toList();
        String name = NameRules.check("name of a group", value(group, "group"), NameRules.LONGEST);
        Optional<Allocation> allocation =
                text(group, "allocation").map(Base64.getDecoder()::decode).map(AllocationCodec::read);
        BoardSnapshot board = new BoardSnapshot("", allocation.map(Allocation::version), allocation, cards, false);
        GroupStatus status = withProblem(StatusBuilder.ofBoard(name, board), text(group, "problem"));
        return new GroupLook(status, cards, Optional.of(value(group, "calm").equals("1")));
    }

    private static Card card(Map<String, String> fields) {
        Member member = new Member(value(fields, "id"), number(fields, "incarnation"), text(fields, "zone"), (int)
                Math.min(number(fields, "weight"), Integer.MAX_VALUE));
        return new Card(
                member,
                0,
                number(fields, "acknowledged"),
                CardState.valueOf(value(fields, "state")),
                value(fields, "address"),
                Duration.ofMillis(number(fields, "ttl")));
    }

    private static GroupStatus withProblem(GroupStatus looked, Optional<String> problem) {
        return new GroupStatus(
                looked.group(),
                looked.version(),
                looked.pieces(),
                looked.suspended(),
                looked.exclusive(),
                looked.members(),
                looked.handovers(),
                looked.history(),
                looked.allocation(),
                new SelfStatus("", Optional.empty(), Duration.ZERO, 0, 0, problem));
    }

    private static String value(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a record without '" + name + "'");
        }
        return value;
    }

    private static Optional<String> text(Map<String, String> fields, String name) {
        return Optional.of(value(fields, name)).filter(text -> !text.isEmpty());
    }

    private static long number(Map<String, String> fields, String name) {
        String value = value(fields, name);
        if (!value.matches("[0-9]{1,19}")) {
            throw new IllegalArgumentException("'" + name + "' is no number");
        }
        return Long.parseLong(value);
    }
}
