package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every value that a card or an allocation may contain is stored unchanged: large, long, unusual, or similar to another. */
interface ValueContract extends BoardFixture {

    /** Beyond this a double cannot distinguish adjacent integers. */
    long EXACT = 1L << 53;

    int MEMBERS = 100;

    /** Quotes, wildcards, escapes, several scripts, four-byte characters, right-to-left text, and leading and trailing spaces. */
    List<String> UNUSUAL = List.of(
            "it's \"quoted\" `three` ways",
            "'); DROP TABLE member; --",
            "100%_\\ {a}:[b] $1 ?",
            " spaces at both ends ",
            "名前 имя όνομα שם",
            "\uD83E\uDD5D\uD83C\uDDE8\uD83C\uDDED",
            "NULL",
            "0");

    /** Names that a careless comparison would treat as equal. */
    List<String> SIMILAR =
            List.of("resume", "Resume", "RESUME", "resume ", " resume", "re\u0301sume", "r\u00e9sume", "resum\u200be");

    @Test
    default void aLargeAllocationOfManyMembersIsKept() {
        List<Card> cards = IntStream.range(0, MEMBERS)
                .mapToObj(i -> new Card(
                        new Member("member-" + i, i + 1, Optional.of("zone-" + i % 3), 1 + i % 4),
                        0,
                        0,
                        CardState.RUNNING,
                        "10.0.0." + i))
                .toList();
        cards.forEach(card -> admitted(anotherHandle(), card));
        Incarnation publisher = cards.get(0).incarnation();
        Allocation first = SampleAllocations.first(
                new Version("large", 1), Tokens.redis(), cards.subList(0, MEMBERS - MEMBERS / 10));
        Allocation second = SampleAllocations.next(first, first.directives(), cards);
        assertThat(second.inMotion()).isTrue();
        assertThat(board().publish(publisher, Optional.empty(), first)).isTrue();
        assertThat(board().publish(publisher, Optional.of(first.version()), second))
                .isTrue();
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        BoardSnapshot seen = observer.look();
        assertThat(seen.allocation()).contains(second);
        assertThat(seen.cards()).containsAll(cards).hasSize(MEMBERS + 1);
    }

    @Test
    default void unusualNamesAreKept() {
        List<Card> cards = UNUSUAL.stream()
                .map(name -> new Card(new Member(name, 1, Optional.of(name), 1), 0, 0, CardState.RUNNING, name))
                .toList();
        cards.forEach(card -> admitted(anotherHandle(), card));
        Units units = Units.of(UNUSUAL);
        Allocation first = SampleAllocations.first(new Version(UNUSUAL.get(0), 1), units, cards);
        assertThat(board().publish(cards.get(0).incarnation(), Optional.empty(), first))
                .isTrue();
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        BoardSnapshot seen = observer.look();
        assertThat(seen.allocation()).contains(first);
        assertThat(seen.cards()).containsAll(cards);
        for (Card card : cards) {
            assertThat(board().remove(card.incarnation(), 0))
                    .as("removal of %s", card.incarnation())
                    .isTrue();
        }
        assertThat(observer.look().cards()).containsExactly(observer.card());
    }

    @Test
    default void theLongestNamesAreKept() {
        String wide = "\u540d".repeat(NameRules.LONGEST);
        Card longest = new Card(new Member(wide, 1, Optional.of(wide), 1), 0, 0, CardState.RUNNING, wide);
        ScriptedMember a = admitted(board(), longest);
        Units units = Units.of("\u540d".repeat(NameRules.LONGEST_UNIT), "u".repeat(NameRules.LONGEST_UNIT));
        Allocation first = SampleAllocations.first(new Version(wide, 1), units, List.of(longest));
        assertThat(board().publish(a.incarnation(), Optional.empty(), first)).isTrue();
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        assertThat(observer.look().allocation()).contains(first);
        assertThat(observer.cardOf(wide)).contains(longest);
        assertThat(observer.look(Optional.of(first.version())).allocation()).isEmpty();
    }

    @Test
    default void similarNamesAreDifferentMembers() {
        Board board = board();
        List<Card> cards = SIMILAR.stream().map(id -> card(id, 1)).toList();
        cards.forEach(card -> admitted(board, card));
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        assertThat(observer.look().cards()).containsAll(cards).hasSize(cards.size() + 1);
        assertThat(board.remove(cards.get(0).incarnation(), 0)).isTrue();
        assertThat(observer.look().cards())
                .containsAll(cards.subList(1, cards.size()))
                .hasSize(cards.size());
    }

    @Test
    default void largeIncarnationsAreDistinguished() {
        Board board = board();
        for (long number : new long[] {EXACT, EXACT + 1, EXACT + 2, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            ScriptedMember a = admitted(board, card("a", number));
            assertThat(board.pulse(card("a", number - 1).withBeat(9), Optional.empty()))
                    .as("a pulse of the incarnation before %d", number)
                    .isEmpty();
            assertThat(a.look().cards()).containsExactly(a.card());
            assertThat(board.remove(a.incarnation(), 1)).isTrue();
            assertThat(board.join(card("a", number))).isEqualTo(new Admission.Outlived(number));
        }
    }

    @Test
    default void largeBeatsAreDistinguished() {
        Board board = board();
        ScriptedMember a = admitted(anotherHandle(), "a");
        for (long beat : new long[] {EXACT, EXACT + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            Card now = a.card().withBeat(beat);
            assertThat(a.pulse(now).cards()).containsExactly(now);
            assertThat(board.remove(a.incarnation(), beat - 1))
                    .as("removal by the beat before %d", beat)
                    .isFalse();
        }
        assertThat(board.remove(a.incarnation(), Long.MAX_VALUE)).isTrue();
    }

    @Test
    default void largeEpochsAreDistinguished() {
        Board board = board();
        ScriptedMember a = admitted(anotherHandle(), "a");
        Allocation first = SampleAllocations.first(EXACT, a.card());
        Allocation second = SampleAllocations.next(first, a.card());
        assertThat(board.publish(a.incarnation(), Optional.empty(), first)).isTrue();
        a.pulse(a.card().withBeat(1).withAcknowledged(EXACT + 1));
        assertThat(admitted(anotherHandle(), "observer").cardOf("a").map(Card::acknowledged))
                .as("an epoch above the board's")
                .contains(0L);
        assertThat(board.publish(a.incarnation(), Optional.of(second.version()), second))
                .isFalse();
        assertThat(board.publish(a.incarnation(), Optional.of(first.version()), second))
                .isTrue();
        assertThat(a.look(Optional.of(first.version())).allocation()).contains(second);
        assertThat(a.pulse(a.card().withBeat(9).withAcknowledged(EXACT + 1)).cards())
                .contains(a.card());
    }
}
