package dev.divvy.boardpeers.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.boardpeers.call.Question;
import dev.divvy.boardpeers.call.Reply;
import dev.divvy.boardpeers.keep.Book;
import dev.divvy.boardpeers.keep.Change;
import dev.divvy.boardpeers.keep.Copy;
import dev.divvy.boardpeers.keep.Note;
import dev.divvy.boardpeers.keep.Page;
import dev.divvy.boardpeers.keep.Stamp;
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
class NoteFormTest {

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
    private static final Stamp STAMP = new Stamp("node/3", 44);
    private static final BoardRecord RECORD =
            BoardRecord.blank("node/3", false).with(CARD).with(ALLOCATION);
    private static final Book BOOK = new Book(
            STAMP,
            List.of(new Stamp("old/1", 3)),
            List.of("node", "other"),
            new TreeMap<>(Map.of("g", new Page(RECORD, new TreeMap<>(Map.of("a \u540d", "node"))))));

    private static final List<Note> NOTES = List.of(
            new Note.Ask(1, "node/3", new Question.Join("g", CARD)),
            new Note.Ask(2, "node/3", new Question.Pulse("g", CARD, Optional.of(VERSION))),
            new Note.Ask(3, "", new Question.Publish("g", CARD.life(), Optional.empty(), ALLOCATION)),
            new Note.Ask(4, "node/3", new Question.Remove("g", CARD.life(), Long.MAX_VALUE)),
            new Note.Ask(5, "node/3", new Question.Look("g")),
            new Note.Answer(1, new Reply.Admitted(new Admission.Admitted())),
            new Note.Answer(2, new Reply.Admitted(new Admission.Occupied(CARD))),
            new Note.Answer(3, new Reply.Admitted(new Admission.Outlived(12))),
            new Note.Answer(4, new Reply.Seen(RECORD.sighting(Optional.empty()))),
            new Note.Answer(5, new Reply.Ejected()),
            new Note.Answer(6, new Reply.Done(true)),
            new Note.Answer(7, new Reply.NotNow()),
            new Note.Answer(8, new Reply.Trouble("too much")),
            new Note.Changed(STAMP, "g", new Change.Posted(CARD, "node"), true),
            new Note.Changed(STAMP, "g", new Change.Off(new Incarnation("a", 1)), false),
            new Note.Changed(STAMP, "g", new Change.Hung(ALLOCATION), true),
            new Note.Whole(BOOK),
            new Note.Mark(STAMP, List.of("node")),
            new Note.Kept(STAMP, true),
            new Note.Lacking(),
            new Note.Collect(5),
            new Note.Collected(5, new Copy(STAMP, List.of(), List.of("node"))),
            new Note.Fetch(5),
            new Note.Given(5, BOOK),
            new Note.Farewell());

    @Test
    void everyNoteReadsBackEqual() {
        for (Note note : NOTES) {
            byte[] form = NoteForm.write(note);
            assertThat(NoteForm.read(form, 0, form.length)).isEqualTo(note);
        }
    }

    @Test
    void whatIsCutOffOrTooLongIsRefused() {
        for (Note note : NOTES) {
            byte[] form = NoteForm.write(note);
            for (int length = 0; length < form.length; length++) {
                int shorter = length;
                assertThatThrownBy(() -> NoteForm.read(form, 0, shorter))
                        .as("%s at %d", note, length)
                        .isInstanceOf(RuntimeException.class);
            }
            byte[] longer = java.util.Arrays.copyOf(form, form.length + 1);
            assertThatThrownBy(() -> NoteForm.read(longer, 0, longer.length)).isInstanceOf(RuntimeException.class);
        }
    }

    /** Any bytes are a note, or refused by an exception of the kind that is expected: never an error, never a long wait. */
    @Test
    void brokenNotesAreRefused() {
        long seed = Long.getLong("divvy.seed", System.nanoTime());
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] form = NoteForm.write(NOTES.get(random.nextInt(NOTES.size())));
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                form[random.nextInt(form.length)] = (byte) random.nextInt(256);
            }
            try {
                NoteForm.read(form, 0, form.length);
            } catch (RuntimeException e) {
                refused++;
            }
        }
        assertThat(refused).as("-Ddivvy.seed=%d", seed).isPositive();
    }
}
