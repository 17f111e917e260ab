package dev.divvy.boardpeers.codec;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.boardpeers.replication.CopySummary;
import dev.divvy.boardpeers.replication.GroupBoard;
import dev.divvy.boardpeers.replication.ReplicatedBoards;
import dev.divvy.boardpeers.replication.StateVersion;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.support.BoardRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What hangs on boards, as bytes. */
final class BoardCodec {

    private static final List<CardState> STATES =
            List.of(CardState.SUSPENDED, CardState.WAITING, CardState.RUNNING, CardState.LEAVING);

    private BoardCodec() {}

    static void life(WireWriter out, Incarnation life) {
        out.text(life.member());
        out.number(life.number());
    }

    static Incarnation life(WireReader in) {
        return new Incarnation(in.text(), in.number());
    }

    static void version(WireWriter out, Version version) {
        out.text(version.lineage());
        out.number(version.epoch());
    }

    static Version version(WireReader in) {
        return new Version(in.text(), in.number());
    }

    static void allocation(WireWriter out, Allocation allocation) {
        out.blob(AllocationCodec.write(allocation));
    }

    static Allocation allocation(WireReader in) {
        return AllocationCodec.read(in.blob());
    }

    static void card(WireWriter out, Card card) {
        life(out, card.life());
        out.maybe(card.member().zone(), WireWriter::text);
        out.whole(card.member().weight());
        out.number(card.beat());
        out.number(card.acknowledged());
        out.small(STATES.indexOf(card.state()));
        out.text(card.address());
        out.number(card.timeToLive().toNanos());
    }

    static Card card(WireReader in) {
        Member member = new Member(life(in), in.maybe(WireReader::text), in.whole());
        long beat = in.number();
        long acknowledged = in.number();
        int state = in.small();
        if (state < 0 || state >= STATES.size()) {
            throw new IllegalArgumentException("a state is " + state);
        }
        String address = in.text();
        Duration timeToLive = Duration.ofNanos(in.number());
        return new Card(member, beat, acknowledged, STATES.get(state), address, timeToLive);
    }

    static void sighting(WireWriter out, BoardSnapshot sighting) {
        out.text(sighting.origin());
        out.maybe(sighting.version(), BoardCodec::version);
        out.maybe(sighting.allocation(), BoardCodec::allocation);
        out.list(sighting.cards(), BoardCodec::card);
        out.flag(sighting.mayHaveForgotten());
    }

    static BoardSnapshot sighting(WireReader in) {
        return new BoardSnapshot(
                in.text(),
                in.maybe(BoardCodec::version),
                in.maybe(BoardCodec::allocation),
                in.list(BoardCodec::card),
                in.flag());
    }

    static void stamp(WireWriter out, StateVersion stamp) {
        out.text(stamp.line());
        out.number(stamp.changes());
    }

    static StateVersion stamp(WireReader in) {
        return new StateVersion(in.text(), in.number());
    }

    static void copy(WireWriter out, CopySummary copy) {
        stamp(out, copy.stamp());
        out.list(copy.past(), BoardCodec::stamp);
        out.list(copy.marked(), WireWriter::text);
    }

    static CopySummary copy(WireReader in) {
        return new CopySummary(stamp(in), in.list(BoardCodec::stamp), in.list(WireReader::text));
    }

    static void book(WireWriter out, ReplicatedBoards book) {
        stamp(out, book.stamp());
        out.list(book.past(), BoardCodec::stamp);
        out.list(book.marked(), WireWriter::text);
        out.list(book.pages().entrySet(), (to, page) -> {
            to.text(page.getKey());
            page(to, page.getValue());
        });
    }

    static ReplicatedBoards book(WireReader in) {
        StateVersion stamp = stamp(in);
        List<StateVersion> past = in.list(BoardCodec::stamp);
        List<String> marked = in.list(WireReader::text);
        NavigableMap<String, GroupBoard> pages = new TreeMap<>();
        in.list(from -> Map.entry(from.text(), page(from))).forEach(one -> pages.put(one.getKey(), one.getValue()));
        return new ReplicatedBoards(stamp, past, marked, pages);
    }

    private static void page(WireWriter out, GroupBoard page) {
        BoardRecord record = page.record();
        out.text(record.origin());
        out.list(record.cards().values(), BoardCodec::card);
        out.list(record.highest().entrySet(), (to, one) -> {
            to.text(one.getKey());
            to.number(one.getValue());
        });
        out.maybe(record.allocation(), BoardCodec::allocation);
        out.flag(record.mayHaveForgotten());
        out.list(page.homes().entrySet(), (to, one) -> {
            to.text(one.getKey());
            to.text(one.getValue());
        });
    }

    private static GroupBoard page(WireReader in) {
        String origin = in.text();
        NavigableMap<String, Card> cards = new TreeMap<>();
        in.list(BoardCodec::card).forEach(card -> cards.put(card.life().member(), card));
        NavigableMap<String, Long> highest = new TreeMap<>();
        in.list(from -> Map.entry(from.text(), from.number()))
                .forEach(one -> highest.put(one.getKey(), one.getValue()));
        BoardRecord record = new BoardRecord(origin, cards, highest, in.maybe(BoardCodec::allocation), in.flag());
        NavigableMap<String, String> homes = new TreeMap<>();
        in.list(from -> Map.entry(from.text(), from.text())).forEach(one -> homes.put(one.getKey(), one.getValue()));
        return new GroupBoard(record, homes);
    }
}
