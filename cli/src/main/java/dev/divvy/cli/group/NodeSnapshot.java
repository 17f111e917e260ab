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
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Decodes a node's reply to {@code DIVVY.SNAPSHOT}: a record of the group, then one per member, each a flat list of names and values. */
public final class NodeSnapshot {

    private NodeSnapshot() {}

    /**
     * Decodes a reply.
     *
     * @throws IllegalArgumentException when it is no snapshot
     */
    public static GroupLook decode(NodeReply reply) {
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
        Map<String, Duration> ages = ages(reply.parts());
        GroupStatus looked =
                StatusBuilder.ofBoard(name, board, member -> Optional.ofNullable(ages.get(member.member())));
        GroupStatus status = text(group, "problem")
                .map(problem -> GroupLook.withProblem(looked, problem))
                .orElse(looked);
        return new GroupLook(status, cards, Optional.of(value(group, "calm").equals("1")));
    }

    /** Returns the age of each member's heartbeat, as the node sees it. */
    private static Map<String, Duration> ages(List<NodeReply> records) {
        Map<String, Duration> ages = new TreeMap<>();
        records.stream().skip(1).map(NodeReply::fields).forEach(member -> {
            // A node of an earlier version does not send it.
            if (!member.getOrDefault("beat-age", "").isEmpty()) {
                ages.put(value(member, "id"), Duration.ofMillis(number(member, "beat-age")));
            }
        });
        return ages;
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
