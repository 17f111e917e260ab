package dev.divvy.boardpeers.codec;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.boardpeers.replication.CopySummary;
import dev.divvy.boardpeers.replication.GroupBoard;
import dev.divvy.boardpeers.replication.ReplicatedBoards;
import dev.divvy.boardpeers.replication.StateVersion;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.support.BoardRecord;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Writes and reads boards and their parts. */
final class BoardCodec {

    private static final List<CardState> STATES =
            List.of(CardState.SUSPENDED, CardState.WAITING, CardState.RUNNING, CardState.LEAVING);

    private BoardCodec() {}

    static void writeIncarnation(WireWriter out, Incarnation incarnation) {
        out.writeString(incarnation.member());
        out.writeLong(incarnation.number());
    }

    static Incarnation readIncarnation(WireReader in) {
        return new Incarnation(in.readString(), in.readLong());
    }

    static void writeVersion(WireWriter out, Version version) {
        out.writeString(version.lineage());
        out.writeLong(version.epoch());
    }

    static Version readVersion(WireReader in) {
        return new Version(in.readString(), in.readLong());
    }

    static void writeAllocation(WireWriter out, Allocation allocation) {
        out.writeBytes(AllocationCodec.write(allocation));
    }

    static Allocation readAllocation(WireReader in) {
        return AllocationCodec.read(in.readBytes());
    }

    /** Writes a card. Its last part has a length of its own, so that a later release can add to it and this one skips the addition. */
    static void writeCard(WireWriter out, Card card) {
        writeIncarnation(out, card.incarnation());
        out.writeOptional(card.member().zone(), WireWriter::writeString);
        out.writeInt(card.member().weight());
        out.writeLong(card.beat());
        out.writeLong(card.acknowledged());
        out.writeByte(STATES.indexOf(card.state()));
        out.writeString(card.address());
        out.writeLong(card.timeToLive().toNanos());
        WireWriter more = new WireWriter();
        more.writeLong(card.settled());
        more.writeInt(card.abilities().version());
        more.writeString(card.abilities().text());
        card.member().restriction().ifPresent(only -> more.writeString(only.toString()));
        out.writeBytes(more.toByteArray());
    }

    static Card readCard(WireReader in) {
        Member any = new Member(readIncarnation(in), in.readOptional(WireReader::readString), in.readInt());
        long beat = in.readLong();
        long acknowledged = in.readLong();
        int state = in.readByte();
        if (state < 0 || state >= STATES.size()) {
            throw new IllegalArgumentException("unknown card state " + state);
        }
        String address = in.readString();
        Duration timeToLive = Duration.ofNanos(in.readLong());
        byte[] bytes = in.readBytes();
        WireReader more = new WireReader(bytes, 0, bytes.length);
        long settled = more.readLong();
        Abilities abilities = Abilities.parse(more.readInt(), more.readString());
        Member member = more.isAtEnd() ? any : any.restrictedTo(Runs.parse(more.readString()));
        return new Card(member, beat, acknowledged, settled, STATES.get(state), address, timeToLive, abilities);
    }

    static void writeSnapshot(WireWriter out, BoardSnapshot snapshot) {
        out.writeString(snapshot.origin());
        out.writeOptional(snapshot.version(), BoardCodec::writeVersion);
        out.writeOptional(snapshot.allocation(), BoardCodec::writeAllocation);
        out.writeList(snapshot.cards(), BoardCodec::writeCard);
        out.writeBoolean(snapshot.mayHaveForgotten());
    }

    static BoardSnapshot readSnapshot(WireReader in) {
        return new BoardSnapshot(
                in.readString(),
                in.readOptional(BoardCodec::readVersion),
                in.readOptional(BoardCodec::readAllocation),
                in.readList(BoardCodec::readCard),
                in.readBoolean());
    }

    static void writeStateVersion(WireWriter out, StateVersion version) {
        out.writeString(version.term());
        out.writeLong(version.changes());
    }

    static StateVersion readStateVersion(WireReader in) {
        return new StateVersion(in.readString(), in.readLong());
    }

    static void writeSummary(WireWriter out, CopySummary summary) {
        writeStateVersion(out, summary.version());
        out.writeList(summary.history(), BoardCodec::writeStateVersion);
        out.writeList(summary.viewNodes(), WireWriter::writeString);
        out.writeString(summary.founding());
        out.writeLong(summary.age());
    }

    static CopySummary readSummary(WireReader in) {
        return new CopySummary(
                readStateVersion(in),
                in.readList(BoardCodec::readStateVersion),
                in.readList(WireReader::readString),
                in.readString(),
                in.readLong());
    }

    static void writeBoards(WireWriter out, ReplicatedBoards boards) {
        writeStateVersion(out, boards.version());
        out.writeList(boards.history(), BoardCodec::writeStateVersion);
        out.writeList(boards.viewNodes(), WireWriter::writeString);
        out.writeString(boards.founding());
        out.writeMap(boards.boards(), BoardCodec::writeBoard);
    }

    static ReplicatedBoards readBoards(WireReader in) {
        StateVersion version = readStateVersion(in);
        List<StateVersion> history = in.readList(BoardCodec::readStateVersion);
        List<String> viewNodes = in.readList(WireReader::readString);
        return new ReplicatedBoards(version, history, viewNodes, in.readString(), in.readMap(BoardCodec::readBoard));
    }

    private static void writeBoard(WireWriter out, GroupBoard board) {
        BoardRecord record = board.record();
        out.writeString(record.origin());
        out.writeList(record.cards().values(), BoardCodec::writeCard);
        out.writeMap(record.highest(), WireWriter::writeLong);
        out.writeOptional(record.allocation(), BoardCodec::writeAllocation);
        out.writeBoolean(record.mayHaveForgotten());
        out.writeMap(board.hosts(), WireWriter::writeString);
    }

    private static GroupBoard readBoard(WireReader in) {
        String origin = in.readString();
        NavigableMap<String, Card> cards = new TreeMap<>();
        in.readList(BoardCodec::readCard)
                .forEach(card -> cards.put(card.incarnation().member(), card));
        NavigableMap<String, Long> highest = in.readMap(WireReader::readLong);
        BoardRecord record =
                new BoardRecord(origin, cards, highest, in.readOptional(BoardCodec::readAllocation), in.readBoolean());
        return new GroupBoard(record, in.readMap(WireReader::readString));
    }
}
