package dev.divvy.boardpeers.wire;

import dev.divvy.boardpeers.keep.Note;
import java.nio.BufferUnderflowException;

/** A note as bytes: what kind it is, and its parts in order. */
public final class NoteForm {

    /** The largest note in bytes; what does not fit is not sent. */
    public static final int LONGEST = 32 << 20;

    /** Of this form; nodes of another do not understand each other. */
    private static final int FORM = 1;

    private static final int ASK = 1;
    private static final int ANSWER = 2;
    private static final int CHANGED = 3;
    private static final int WHOLE = 4;
    private static final int MARK = 5;
    private static final int KEPT = 6;
    private static final int LACKING = 7;
    private static final int COLLECT = 8;
    private static final int COLLECTED = 9;
    private static final int FETCH = 10;
    private static final int GIVEN = 11;
    private static final int FAREWELL = 12;

    private NoteForm() {}

    public static byte[] write(Note note) {
        Words out = new Words();
        out.small(FORM);
        if (note instanceof Note.Ask ask) {
            out.small(ASK);
            out.number(ask.number());
            out.text(ask.line());
            TalkForm.question(out, ask.question());
        } else if (note instanceof Note.Answer answer) {
            out.small(ANSWER);
            out.number(answer.number());
            TalkForm.reply(out, answer.reply());
        } else if (note instanceof Note.Changed changed) {
            out.small(CHANGED);
            BoardForm.stamp(out, changed.stamp());
            out.text(changed.group());
            TalkForm.change(out, changed.change());
            out.flag(changed.confirm());
        } else if (note instanceof Note.Whole whole) {
            out.small(WHOLE);
            BoardForm.book(out, whole.book());
        } else if (note instanceof Note.Mark mark) {
            out.small(MARK);
            BoardForm.stamp(out, mark.stamp());
            out.list(mark.marked(), Words::text);
        } else if (note instanceof Note.Kept kept) {
            out.small(KEPT);
            BoardForm.stamp(out, kept.stamp());
            out.flag(kept.stranger());
        } else {
            writeRest(out, note);
        }
        return out.bytes();
    }

    private static void writeRest(Words out, Note note) {
        if (note instanceof Note.Collect collect) {
            out.small(COLLECT);
            out.number(collect.company());
        } else if (note instanceof Note.Collected collected) {
            out.small(COLLECTED);
            out.number(collected.company());
            BoardForm.copy(out, collected.copy());
        } else if (note instanceof Note.Fetch fetch) {
            out.small(FETCH);
            out.number(fetch.company());
        } else if (note instanceof Note.Given given) {
            out.small(GIVEN);
            out.number(given.company());
            BoardForm.book(out, given.book());
        } else {
            out.small(note instanceof Note.Lacking ? LACKING : FAREWELL);
        }
    }

    /**
     * The note that has this form.
     *
     * @throws IllegalArgumentException when these bytes are no note
     */
    public static Note read(byte[] bytes, int offset, int length) {
        Reading in = new Reading(bytes, offset, length);
        try {
            int form = in.small();
            if (form != FORM) {
                throw new IllegalArgumentException("a note of form " + form + "; this release reads " + FORM);
            }
            Note note = read(in);
            in.end();
            return note;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a note that ends too soon", e);
        }
    }

    private static Note read(Reading in) {
        int kind = in.small();
        return switch (kind) {
            case ASK -> new Note.Ask(in.number(), in.text(), TalkForm.question(in));
            case ANSWER -> new Note.Answer(in.number(), TalkForm.reply(in));
            case CHANGED -> new Note.Changed(BoardForm.stamp(in), in.text(), TalkForm.change(in), in.flag());
            case WHOLE -> new Note.Whole(BoardForm.book(in));
            case MARK -> new Note.Mark(BoardForm.stamp(in), in.list(Reading::text));
            case KEPT -> new Note.Kept(BoardForm.stamp(in), in.flag());
            case LACKING -> new Note.Lacking();
            case COLLECT -> new Note.Collect(in.number());
            case COLLECTED -> new Note.Collected(in.number(), BoardForm.copy(in));
            case FETCH -> new Note.Fetch(in.number());
            case GIVEN -> new Note.Given(in.number(), BoardForm.book(in));
            case FAREWELL -> new Note.Farewell();
            default -> throw new IllegalArgumentException("a note of kind " + kind);
        };
    }
}
