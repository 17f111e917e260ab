package dev.divvy.boardpeers.codec;

import dev.divvy.boardpeers.replication.MeshMessage;
import java.nio.BufferUnderflowException;

/** A note as bytes: what kind it is, and its parts in order. */
public final class MessageCodec {

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

    private MessageCodec() {}

    public static byte[] write(MeshMessage note) {
        WireWriter out = new WireWriter();
        out.small(FORM);
        if (note instanceof MeshMessage.Ask ask) {
            out.small(ASK);
            out.number(ask.number());
            out.text(ask.line());
            RequestCodec.question(out, ask.question());
        } else if (note instanceof MeshMessage.Answer answer) {
            out.small(ANSWER);
            out.number(answer.number());
            RequestCodec.reply(out, answer.reply());
        } else if (note instanceof MeshMessage.Changed changed) {
            out.small(CHANGED);
            BoardCodec.stamp(out, changed.stamp());
            out.text(changed.group());
            RequestCodec.change(out, changed.change());
            out.flag(changed.confirm());
        } else if (note instanceof MeshMessage.Whole whole) {
            out.small(WHOLE);
            BoardCodec.book(out, whole.book());
        } else if (note instanceof MeshMessage.Mark mark) {
            out.small(MARK);
            BoardCodec.stamp(out, mark.stamp());
            out.list(mark.marked(), WireWriter::text);
        } else if (note instanceof MeshMessage.Kept kept) {
            out.small(KEPT);
            BoardCodec.stamp(out, kept.stamp());
            out.flag(kept.stranger());
        } else {
            writeRest(out, note);
        }
        return out.bytes();
    }

    private static void writeRest(WireWriter out, MeshMessage note) {
        if (note instanceof MeshMessage.Collect collect) {
            out.small(COLLECT);
            out.number(collect.company());
        } else if (note instanceof MeshMessage.Collected collected) {
            out.small(COLLECTED);
            out.number(collected.company());
            BoardCodec.copy(out, collected.copy());
        } else if (note instanceof MeshMessage.Fetch fetch) {
            out.small(FETCH);
            out.number(fetch.company());
        } else if (note instanceof MeshMessage.Given given) {
            out.small(GIVEN);
            out.number(given.company());
            BoardCodec.book(out, given.book());
        } else {
            out.small(note instanceof MeshMessage.Lacking ? LACKING : FAREWELL);
        }
    }

    /**
     * The note that has this form.
     *
     * @throws IllegalArgumentException when these bytes are no note
     */
    public static MeshMessage read(byte[] bytes, int offset, int length) {
        WireReader in = new WireReader(bytes, offset, length);
        try {
            int form = in.small();
            if (form != FORM) {
                throw new IllegalArgumentException("a note of form " + form + "; this release reads " + FORM);
            }
            MeshMessage note = read(in);
            in.end();
            return note;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a note that ends too soon", e);
        }
    }

    private static MeshMessage read(WireReader in) {
        int kind = in.small();
        return switch (kind) {
            case ASK -> new MeshMessage.Ask(in.number(), in.text(), RequestCodec.question(in));
            case ANSWER -> new MeshMessage.Answer(in.number(), RequestCodec.reply(in));
            case CHANGED ->
                new MeshMessage.Changed(BoardCodec.stamp(in), in.text(), RequestCodec.change(in), in.flag());
            case WHOLE -> new MeshMessage.Whole(BoardCodec.book(in));
            case MARK -> new MeshMessage.Mark(BoardCodec.stamp(in), in.list(WireReader::text));
            case KEPT -> new MeshMessage.Kept(BoardCodec.stamp(in), in.flag());
            case LACKING -> new MeshMessage.Lacking();
            case COLLECT -> new MeshMessage.Collect(in.number());
            case COLLECTED -> new MeshMessage.Collected(in.number(), BoardCodec.copy(in));
            case FETCH -> new MeshMessage.Fetch(in.number());
            case GIVEN -> new MeshMessage.Given(in.number(), BoardCodec.book(in));
            case FAREWELL -> new MeshMessage.Farewell();
            default -> throw new IllegalArgumentException("a note of kind " + kind);
        };
    }
}
