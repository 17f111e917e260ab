package dev.divvy.boardpeers.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.boardpeers.replication.BoardChange;
import dev.divvy.boardpeers.replication.CopySummary;
import dev.divvy.boardpeers.replication.GroupBoard;
import dev.divvy.boardpeers.replication.MeshMessage;
import dev.divvy.boardpeers.replication.ReplicatedBoards;
import dev.divvy.boardpeers.replication.StateVersion;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.support.BoardRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A written message reads back equal; any other bytes are refused. */
class MessageCodecTest {

    private static final Card CARD = new Card(
            new Member("a \u540d", 7, Optional.of("north"), 3),
            5,
            2,
            CardState.LEAVING,
            "host:1",
            Duration.ofMillis(7001));
    private static final Version VERSION = new Version("lineage", 9);
    private static final Allocation ALLOCATION =
            new Planner(new Sticky(Sticky.Policy.RUNS)).founding(VERSION, Tokens.sql(64));
    private static final StateVersion STATE_VERSION = new StateVersion("node/3", 44);
    private static final BoardRecord RECORD =
            BoardRecord.blank("node/3", false).with(CARD).with(ALLOCATION);
    private static final ReplicatedBoards BOARDS = new ReplicatedBoards(
            STATE_VERSION,
            List.of(new StateVersion("old/1", 3)),
            List.of("node", "other"),
            "old/1",
            new TreeMap<>(Map.of("g", new GroupBoard(RECORD, new TreeMap<>(Map.of("a \u540d", "node"))))));

    private static final List<MeshMessage> MESSAGES = List.of(
            new MeshMessage.Request(1, "node/3", new MeshRequest.Join("g", CARD)),
            new MeshMessage.Request(2, "node/3", new MeshRequest.Pulse("g", CARD, Optional.of(VERSION))),
            new MeshMessage.Request(
                    3, "", new MeshRequest.Publish("g", CARD.incarnation(), Optional.empty(), ALLOCATION)),
            new MeshMessage.Request(4, "node/3", new MeshRequest.Remove("g", CARD.incarnation(), Long.MAX_VALUE)),
            new MeshMessage.Request(5, "node/3", new MeshRequest.Look("g")),
            new MeshMessage.Reply(1, STATE_VERSION, new MeshReply.Admitted(new Admission.Admitted())),
            new MeshMessage.Reply(2, STATE_VERSION, new MeshReply.Admitted(new Admission.Occupied(CARD))),
            new MeshMessage.Reply(3, STATE_VERSION, new MeshReply.Admitted(new Admission.Outlived(12))),
            new MeshMessage.Reply(4, STATE_VERSION, new MeshReply.Seen(RECORD.snapshot(Optional.empty()))),
            new MeshMessage.Reply(5, STATE_VERSION, new MeshReply.Ejected()),
            new MeshMessage.Reply(6, STATE_VERSION, new MeshReply.Done(true)),
            new MeshMessage.Reply(7, STATE_VERSION, new MeshReply.Retry()),
            new MeshMessage.Reply(8, STATE_VERSION, new MeshReply.Failed("too much")),
            new MeshMessage.Reply(9, STATE_VERSION, new MeshReply.Renewed(CARD, new TreeMap<>(Map.of("a", 6L)))),
            new MeshMessage.Update(STATE_VERSION, changes(new BoardChange.CardStored(CARD, "node")), true),
            new MeshMessage.Update(STATE_VERSION, changes(new BoardChange.CardRemoved(new Incarnation("a", 1))), false),
            new MeshMessage.Update(
                    STATE_VERSION, changes(new BoardChange.CardsRenewed(new TreeMap<>(Map.of("a", 6L)))), false),
            new MeshMessage.Update(STATE_VERSION, changes(new BoardChange.AllocationPublished(ALLOCATION)), true),
            new MeshMessage.FullState(BOARDS, 77, List.of("lost/4")),
            new MeshMessage.ViewUpdate(STATE_VERSION, List.of("node")),
            new MeshMessage.Confirmation(STATE_VERSION, Optional.of("lost/4")),
            new MeshMessage.FullStateRequest(),
            new MeshMessage.SummaryRequest(5),
            new MeshMessage.SummaryReply(5, new CopySummary(STATE_VERSION, List.of(), List.of("node"), "old/1", 77)),
            new MeshMessage.CopyRequest(5),
            new MeshMessage.CopyReply(5, BOARDS, 77),
            new MeshMessage.Leave());

    private static NavigableMap<String, BoardChange> changes(BoardChange change) {
        return new TreeMap<>(Map.of("g", change));
    }

    @Test
    void everyMessageReadsBackEqual() {
        for (MeshMessage message : MESSAGES) {
            byte[] bytes = MessageCodec.write(message);
            assertThat(MessageCodec.read(bytes, 0, bytes.length)).isEqualTo(message);
        }
    }

    @Test
    void truncatedOrExtendedMessagesAreRefused() {
        for (MeshMessage message : MESSAGES) {
            byte[] bytes = MessageCodec.write(message);
            for (int length = 0; length < bytes.length; length++) {
                int shorter = length;
                assertThatThrownBy(() -> MessageCodec.read(bytes, 0, shorter))
                        .as("%s at %d", message, length)
                        .isInstanceOf(RuntimeException.class);
            }
            byte[] longer = java.util.Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> MessageCodec.read(longer, 0, longer.length))
                    .isInstanceOf(RuntimeException.class);
        }
    }

    /** Any bytes are a message, or are refused by a {@link RuntimeException}: never by an error, never after a long wait. */
    @Test
    void damagedMessagesAreRefused() {
        long seed = Long.getLong("divvy.seed", System.nanoTime());
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = MessageCodec.write(MESSAGES.get(random.nextInt(MESSAGES.size())));
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                MessageCodec.read(bytes, 0, bytes.length);
            } catch (RuntimeException e) {
                refused++;
            }
        }
        assertThat(refused).as("-Ddivvy.seed=%d", seed).isPositive();
    }
}
