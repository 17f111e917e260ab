package dev.divvy.boardpeers.codec;

import dev.divvy.boardpeers.replication.BoardChange;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Admission;

/** Writes and reads requests, replies and changes. */
final class RequestCodec {

    private RequestCodec() {}

    static void writeRequest(WireWriter out, MeshRequest request) {
        out.writeString(request.group());
        if (request instanceof MeshRequest.Join join) {
            out.writeByte(1);
            BoardCodec.writeCard(out, join.card());
        } else if (request instanceof MeshRequest.Pulse pulse) {
            out.writeByte(2);
            BoardCodec.writeCard(out, pulse.card());
            out.writeOptional(pulse.known(), BoardCodec::writeVersion);
        } else if (request instanceof MeshRequest.Publish publish) {
            out.writeByte(3);
            BoardCodec.writeIncarnation(out, publish.publisher());
            out.writeOptional(publish.basis(), BoardCodec::writeVersion);
            BoardCodec.writeAllocation(out, publish.next());
        } else if (request instanceof MeshRequest.Remove remove) {
            out.writeByte(4);
            BoardCodec.writeIncarnation(out, remove.incarnation());
            out.writeLong(remove.beat());
        } else if (request instanceof MeshRequest.Look) {
            out.writeByte(5);
        }
    }

    static MeshRequest readRequest(WireReader in) {
        String group = in.readString();
        int kind = in.readByte();
        return switch (kind) {
            case 1 -> new MeshRequest.Join(group, BoardCodec.readCard(in));
            case 2 -> new MeshRequest.Pulse(group, BoardCodec.readCard(in), in.readOptional(BoardCodec::readVersion));
            case 3 ->
                new MeshRequest.Publish(
                        group,
                        BoardCodec.readIncarnation(in),
                        in.readOptional(BoardCodec::readVersion),
                        BoardCodec.readAllocation(in));
            case 4 -> new MeshRequest.Remove(group, BoardCodec.readIncarnation(in), in.readLong());
            case 5 -> new MeshRequest.Look(group);
            default -> throw new IllegalArgumentException("unknown kind of request " + kind);
        };
    }

    static void writeReply(WireWriter out, MeshReply reply) {
        if (reply instanceof MeshReply.Admitted admitted) {
            writeAdmission(out, admitted.admission());
        } else if (reply instanceof MeshReply.Seen seen) {
            out.writeByte(4);
            BoardCodec.writeSnapshot(out, seen.snapshot());
        } else if (reply instanceof MeshReply.Ejected) {
            out.writeByte(5);
        } else if (reply instanceof MeshReply.Done done) {
            out.writeByte(6);
            out.writeBoolean(done.success());
        } else if (reply instanceof MeshReply.Retry) {
            out.writeByte(7);
        } else if (reply instanceof MeshReply.Failed failed) {
            out.writeByte(8);
            out.writeString(failed.reason());
        } else if (reply instanceof MeshReply.Renewed renewed) {
            out.writeByte(9);
            BoardCodec.writeCard(out, renewed.card());
            out.writeMap(renewed.beats(), WireWriter::writeLong);
        }
    }

    private static void writeAdmission(WireWriter out, Admission admission) {
        if (admission instanceof Admission.Occupied occupied) {
            out.writeByte(2);
            BoardCodec.writeCard(out, occupied.by());
        } else if (admission instanceof Admission.Outlived outlived) {
            out.writeByte(3);
            out.writeLong(outlived.highest());
        } else {
            out.writeByte(1);
        }
    }

    static MeshReply readReply(WireReader in) {
        int kind = in.readByte();
        return switch (kind) {
            case 1 -> new MeshReply.Admitted(new Admission.Admitted());
            case 2 -> new MeshReply.Admitted(new Admission.Occupied(BoardCodec.readCard(in)));
            case 3 -> new MeshReply.Admitted(new Admission.Outlived(in.readLong()));
            case 4 -> new MeshReply.Seen(BoardCodec.readSnapshot(in));
            case 5 -> new MeshReply.Ejected();
            case 6 -> new MeshReply.Done(in.readBoolean());
            case 7 -> new MeshReply.Retry();
            case 8 -> new MeshReply.Failed(in.readString());
            case 9 -> new MeshReply.Renewed(BoardCodec.readCard(in), in.readMap(WireReader::readLong));
            default -> throw new IllegalArgumentException("unknown kind of reply " + kind);
        };
    }

    static void writeChange(WireWriter out, BoardChange change) {
        if (change instanceof BoardChange.CardStored stored) {
            out.writeByte(1);
            BoardCodec.writeCard(out, stored.card());
            out.writeString(stored.host());
        } else if (change instanceof BoardChange.CardRemoved removed) {
            out.writeByte(2);
            BoardCodec.writeIncarnation(out, removed.incarnation());
        } else if (change instanceof BoardChange.AllocationPublished published) {
            out.writeByte(3);
            BoardCodec.writeAllocation(out, published.allocation());
        } else if (change instanceof BoardChange.CardsRenewed renewed) {
            out.writeByte(4);
            out.writeMap(renewed.beats(), WireWriter::writeLong);
        }
    }

    static BoardChange readChange(WireReader in) {
        int kind = in.readByte();
        return switch (kind) {
            case 1 -> new BoardChange.CardStored(BoardCodec.readCard(in), in.readString());
            case 2 -> new BoardChange.CardRemoved(BoardCodec.readIncarnation(in));
            case 3 -> new BoardChange.AllocationPublished(BoardCodec.readAllocation(in));
            case 4 -> new BoardChange.CardsRenewed(in.readMap(WireReader::readLong));
            default -> throw new IllegalArgumentException("unknown kind of change " + kind);
        };
    }
}
