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
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What was written reads back equal; whatever else comes is refused. */
class MessageCodecTest {

    private static final Card CARD = new Card(
            new Member("a \u540d", 7, Optional.of("north"), 3),
            5,
            2,
            CardState.LEAVING,
            "there:1",
            Duration.ofMillis(7001));
    private static final Version VERSION = new Version("lineage", 9);
    private static final Allocation ALLOCATION =
            new Planner(new Sticky(Sticky.Policy.RUNS)).found(VERSION, Tokens.sql(64));
    private static final StateVersion STAMP = new StateVersion("node/3", 44);
    private static final BoardRecord RECORD =
            BoardRecord.blank("node/3", false).with(CARD).with(ALLOCATION);
    private static final ReplicatedBoards BOOK = new ReplicatedBoards(
            STAMP,
            List.of(new StateVersion("old/1", 3)),
            List.of("node", "other"),
            new TreeMap<>(Map.of("g", new GroupBoard(RECORD, new TreeMap<>(Map.of("a \u540d", "node"))))));

    private static final List<MeshMessage> NOTES = List.of(
            new MeshMessage.Ask(1, "node/3", new MeshRequest.Join("g", CARD)),
            new MeshMessage.Ask(2, "node/3", new MeshRequest.Pulse("g", CARD, Optional.of(VERSION))),
            new MeshMessage.Ask(3, "", new MeshRequest.Publish("g", CARD.life(), Optional.empty(), ALLOCATION)),
            new MeshMessage.Ask(4, "node/3", new MeshRequest.Remove("g", CARD.life(), Long.MAX_VALUE)),
            new MeshMessage.Ask(5, "node/3", new MeshRequest.Look("g")),
            new MeshMessage.Answer(1, new MeshReply.Admitted(new Admission.Admitted())),
            new MeshMessage.Answer(2, new MeshReply.Admitted(new Admission.Occupied(CARD))),
            new MeshMessage.Answer(3, new MeshReply.Admitted(new Admission.Outlived(12))),
            new MeshMessage.Answer(4, new MeshReply.Seen(RECORD.sighting(Optional.empty()))),
            new MeshMessage.Answer(5, new MeshReply.Ejected()),
            new MeshMessage.Answer(6, new MeshReply.Done(true)),
            new MeshMessage.Answer(7, new MeshReply.NotNow()),
            new MeshMessage.Answer(8, new MeshReply.Trouble("too much")),
            new MeshMessage.Changed(STAMP, "g", new BoardChange.Posted(CARD, "node"), true),
            new MeshMessage.Changed(STAMP, "g", new BoardChange.Off(new Incarnation("a", 1)), false),
            new MeshMessage.Changed(STAMP, "g", new BoardChange.Hung(ALLOCATION), true),
            new MeshMessage.Whole(BOOK),
            new MeshMessage.Mark(STAMP, List.of("node")),
            new MeshMessage.Kept(STAMP, true),
            new MeshMessage.Lacking(),
            new MeshMessage.Collect(5),
            new MeshMessage.Collected(5, new CopySummary(STAMP, List.of(), List.of("node"))),
            new MeshMessage.Fetch(5),
            new MeshMessage.Given(5, BOOK),
            new MeshMessage.Farewell());

    @Test
    void everyNoteReadsBackEqual() {
        for (MeshMessage note : NOTES) {
            byte[] form = MessageCodec.write(note);
            assertThat(MessageCodec.read(form, 0, form.length)).isEqualTo(note);
        }
    }

    @Test
    void whatIsCutOffOrTooLongIsRefused() {
        for (MeshMessage note : NOTES) {
            byte[] form = MessageCodec.write(note);
            for (int length = 0; length < form.length; length++) {
                int shorter = length;
                assertThatThrownBy(() -> MessageCodec.read(form, 0, shorter))
                        .as("%s at %d", note, length)
                        .isInstanceOf(RuntimeException.class);
            }
            byte[] longer = java.util.Arrays.copyOf(form, form.length + 1);
            assertThatThrownBy(() -> MessageCodec.read(longer, 0, longer.length))
                    .isInstanceOf(RuntimeException.class);
        }
    }

    /** Any bytes are a note, or refused by an exception of the kind that is expected: never an error, never a long wait. */
    @Test
    void brokenNotesAreRefused() {
        long seed = Long.getLong("divvy.seed", System.nanoTime());
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] form = MessageCodec.write(NOTES.get(random.nextInt(NOTES.size())));
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                form[random.nextInt(form.length)] = (byte) random.nextInt(256);
            }
            try {
                MessageCodec.read(form, 0, form.length);
            } catch (RuntimeException e) {
                refused++;
            }
        }
        assertThat(refused).as("-Ddivvy.seed=%d", seed).isPositive();
    }
}
