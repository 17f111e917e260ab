package dev.divvy.boardpeers.codec;

import dev.divvy.boardpeers.replication.MeshMessage;
import java.nio.BufferUnderflowException;

/** Writes and reads messages of one version of the mesh protocol: the version, the kind, and the parts in order. */
public final class MessageCodec {

    /** The size of the largest message; a larger one is not sent. */
    public static final int MAX_BYTES = 32 << 20;

    /** The version of the mesh protocol whose messages this is the form of. */
    static final int VERSION = 1;

    private static final int REQUEST = 1;
    private static final int REPLY = 2;
    private static final int UPDATE = 3;
    private static final int FULL_STATE = 4;
    private static final int VIEW_UPDATE = 5;
    private static final int CONFIRMATION = 6;
    private static final int FULL_STATE_REQUEST = 7;
    private static final int SUMMARY_REQUEST = 8;
    private static final int SUMMARY_REPLY = 9;
    private static final int COPY_REQUEST = 10;
    private static final int COPY_REPLY = 11;
    private static final int LEAVE = 12;

    private MessageCodec() {}

    public static byte[] write(MeshMessage message) {
        WireWriter out = new WireWriter();
        out.writeByte(VERSION);
        if (message instanceof MeshMessage.Request request) {
            out.writeByte(REQUEST);
            out.writeLong(request.number());
            out.writeString(request.term());
            RequestCodec.writeRequest(out, request.request());
        } else if (message instanceof MeshMessage.Reply reply) {
            out.writeByte(REPLY);
            out.writeLong(reply.number());
            BoardCodec.writeStateVersion(out, reply.version());
            RequestCodec.writeReply(out, reply.reply());
        } else if (message instanceof MeshMessage.Update update) {
            out.writeByte(UPDATE);
            BoardCodec.writeStateVersion(out, update.version());
            out.writeMap(update.changes(), RequestCodec::writeChange);
            out.writeBoolean(update.confirm());
        } else if (message instanceof MeshMessage.FullState full) {
            out.writeByte(FULL_STATE);
            BoardCodec.writeBoards(out, full.boards());
            out.writeLong(full.age());
            out.writeList(full.absorbed(), WireWriter::writeString);
        } else if (message instanceof MeshMessage.ViewUpdate update) {
            out.writeByte(VIEW_UPDATE);
            BoardCodec.writeStateVersion(out, update.version());
            out.writeList(update.viewNodes(), WireWriter::writeString);
        } else if (message instanceof MeshMessage.Confirmation confirmation) {
            out.writeByte(CONFIRMATION);
            BoardCodec.writeStateVersion(out, confirmation.version());
            out.writeOptional(confirmation.diverged(), WireWriter::writeString);
        } else {
            writeRest(out, message);
        }
        return out.toByteArray();
    }

    private static void writeRest(WireWriter out, MeshMessage message) {
        if (message instanceof MeshMessage.SummaryRequest request) {
            out.writeByte(SUMMARY_REQUEST);
            out.writeLong(request.viewNumber());
        } else if (message instanceof MeshMessage.SummaryReply reply) {
            out.writeByte(SUMMARY_REPLY);
            out.writeLong(reply.viewNumber());
            BoardCodec.writeSummary(out, reply.summary());
        } else if (message instanceof MeshMessage.CopyRequest request) {
            out.writeByte(COPY_REQUEST);
            out.writeLong(request.viewNumber());
        } else if (message instanceof MeshMessage.CopyReply reply) {
            out.writeByte(COPY_REPLY);
            out.writeLong(reply.viewNumber());
            BoardCodec.writeBoards(out, reply.boards());
            out.writeLong(reply.age());
        } else {
            out.writeByte(message instanceof MeshMessage.FullStateRequest ? FULL_STATE_REQUEST : LEAVE);
        }
    }

    /**
     * Returns the message that was written to these bytes.
     *
     * @throws IllegalArgumentException when these bytes are not a message
     */
    public static MeshMessage read(byte[] bytes, int offset, int length) {
        WireReader in = new WireReader(bytes, offset, length);
        try {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "it is of version " + version + " of the mesh protocol; this node reads version " + VERSION);
            }
            MeshMessage message = read(in);
            in.checkEnd();
            return message;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the message ends too soon", e);
        }
    }

    private static MeshMessage read(WireReader in) {
        int kind = in.readByte();
        return switch (kind) {
            case REQUEST -> new MeshMessage.Request(in.readLong(), in.readString(), RequestCodec.readRequest(in));
            case REPLY ->
                new MeshMessage.Reply(in.readLong(), BoardCodec.readStateVersion(in), RequestCodec.readReply(in));
            case UPDATE ->
                new MeshMessage.Update(
                        BoardCodec.readStateVersion(in), in.readMap(RequestCodec::readChange), in.readBoolean());
            case FULL_STATE ->
                new MeshMessage.FullState(
                        BoardCodec.readBoards(in), in.readLong(), in.readList(WireReader::readString));
            case VIEW_UPDATE ->
                new MeshMessage.ViewUpdate(BoardCodec.readStateVersion(in), in.readList(WireReader::readString));
            case CONFIRMATION ->
                new MeshMessage.Confirmation(BoardCodec.readStateVersion(in), in.readOptional(WireReader::readString));
            case FULL_STATE_REQUEST -> new MeshMessage.FullStateRequest();
            case SUMMARY_REQUEST -> new MeshMessage.SummaryRequest(in.readLong());
            case SUMMARY_REPLY -> new MeshMessage.SummaryReply(in.readLong(), BoardCodec.readSummary(in));
            case COPY_REQUEST -> new MeshMessage.CopyRequest(in.readLong());
            case COPY_REPLY -> new MeshMessage.CopyReply(in.readLong(), BoardCodec.readBoards(in), in.readLong());
            case LEAVE -> new MeshMessage.Leave();
            default -> throw new IllegalArgumentException("unknown kind of message " + kind);
        };
    }
}
