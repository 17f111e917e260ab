package dev.divvy.boardpeers.wire;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.form.AllocationForm;
import dev.divvy.boardpeers.keep.Book;
import dev.divvy.boardpeers.keep.Copy;
import dev.divvy.boardpeers.keep.Page;
import dev.divvy.boardpeers.keep.Stamp;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.board.Sighting;
import dev.divvy.coordination.support.BoardRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What hangs on boards, as bytes. */
final class BoardForm {

    private static final List<CardState> STATES =
            List.of(CardState.SUSPENDED, CardState.WAITING, CardState.RUNNING, CardState.LEAVING);

    private BoardForm() {}

    static void life(Words out, Incarnation life) {
        out.text(life.member());
        out.number(life.number());
    }

    static Incarnation life(Reading in) {
        return new Incarnation(in.text(), in.number());
    }

    static void version(Words out, Version version) {
        out.text(version.lineage());
        out.number(version.epoch());
    }

    static Version version(Reading in) {
        return new Version(in.text(), in.number());
    }

    static void allocation(Words out, Allocation allocation) {
        out.blob(AllocationForm.write(allocation));
    }

    static Allocation allocation(Reading in) {
        return AllocationForm.read(in.blob());
    }

    static void card(Words out, Card card) {
        life(out, card.life());
        out.maybe(card.member().zone(), Words::text);
        out.whole(card.member().weight());
        out.number(card.beat());
        out.number(card.acknowledged());
        out.small(STATES.indexOf(card.state()));
        out.text(card.address());
        out.number(card.timeToLive().toNanos());
    }

    static Card card(Reading in) {
        Member member = new Member(life(in), in.maybe(Reading::text), in.whole());
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

    static void sighting(Words out, Sighting sighting) {
        out.text(sighting.origin());
        out.maybe(sighting.version(), BoardForm::version);
        out.maybe(sighting.allocation(), BoardForm::allocation);
        out.list(sighting.cards(), BoardForm::card);
        out.flag(sighting.mayHaveForgotten());
    }

    static Sighting sighting(Reading in) {
        return new Sighting(
                in.text(),
                in.maybe(BoardForm::version),
                in.maybe(BoardForm::allocation),
                in.list(BoardForm::card),
                in.flag());
    }

    static void stamp(Words out, Stamp stamp) {
        out.text(stamp.line());
        out.number(stamp.changes());
    }

    static Stamp stamp(Reading in) {
        return new Stamp(in.text(), in.number());
    }

    static void copy(Words out, Copy copy) {
        stamp(out, copy.stamp());
        out.list(copy.past(), BoardForm::stamp);
        out.list(copy.marked(), Words::text);
    }

    static Copy copy(Reading in) {
        return new Copy(stamp(in), in.list(BoardForm::stamp), in.list(Reading::text));
    }

    static void book(Words out, Book book) {
        stamp(out, book.stamp());
        out.list(book.past(), BoardForm::stamp);
        out.list(book.marked(), Words::text);
        out.list(book.pages().entrySet(), (to, page) -> {
            to.text(page.getKey());
            page(to, page.getValue());
        });
    }

    static Book book(Reading in) {
        Stamp stamp = stamp(in);
        List<Stamp> past = in.list(BoardForm::stamp);
        List<String> marked = in.list(Reading::text);
        NavigableMap<String, Page> pages = new TreeMap<>();
        in.list(from -> Map.entry(from.text(), page(from))).forEach(one -> pages.put(one.getKey(), one.getValue()));
        return new Book(stamp, past, marked, pages);
    }

    private static void page(Words out, Page page) {
        BoardRecord record = page.record();
        out.text(record.origin());
        out.list(record.cards().values(), BoardForm::card);
        out.list(record.highest().entrySet(), (to, one) -> {
            to.text(one.getKey());
            to.number(one.getValue());
        });
        out.maybe(record.allocation(), BoardForm::allocation);
        out.flag(record.mayHaveForgotten());
        out.list(page.homes().entrySet(), (to, one) -> {
            to.text(one.getKey());
            to.text(one.getValue());
        });
    }

    private static Page page(Reading in) {
        String origin = in.text();
        NavigableMap<String, Card> cards = new TreeMap<>();
        in.list(BoardForm::card).forEach(card -> cards.put(card.life().member(), card));
        NavigableMap<String, Long> highest = new TreeMap<>();
        in.list(from -> Map.entry(from.text(), from.number()))
                .forEach(one -> highest.put(one.getKey(), one.getValue()));
        BoardRecord record = new BoardRecord(origin, cards, highest, in.maybe(BoardForm::allocation), in.flag());
        NavigableMap<String, String> homes = new TreeMap<>();
        in.list(from -> Map.entry(from.text(), from.text())).forEach(one -> homes.put(one.getKey(), one.getValue()));
        return new Page(record, homes);
    }
}
