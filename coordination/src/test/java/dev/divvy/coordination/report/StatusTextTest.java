package dev.divvy.coordination.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.status.GroupStatus;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatusTextTest {

    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));
    private static final Card A = card("a", CardState.RUNNING, "host:1");
    private static final Card B = card("b", CardState.RUNNING, "");
    private static final Tokens TOKENS = Tokens.sql(12);

    private static Card card(String id, CardState state, String address) {
        return new Card(new Member(id, 1, Optional.empty(), 1), 3, 0, state, address);
    }

    private static Allocation first(Pieces pieces, Card... cards) {
        return PLANNER.first(new Version("l", 1), pieces, roster(cards), Directives.NONE);
    }

    private static Roster roster(Card... cards) {
        return Roster.of(List.of(cards).stream().map(Card::member).toList());
    }

    private static GroupStatus seen(Optional<Allocation> allocation, Card... cards) {
        return StatusBuilder.ofBoard(
                "g", new BoardSnapshot("o", allocation.map(Allocation::version), allocation, List.of(cards), true));
    }

    @Test
    void aSettledGroupOfTokens() {
        GroupStatus status = seen(Optional.of(first(TOKENS, A, B)), A, B);
        assertThat(StatusText.status(status))
                .containsExactly(
                        "group g, " + TOKENS + ", epoch 1, calm",
                        "a RUNNING at host:1, 6 tokens",
                        "b RUNNING, 6 tokens");
        assertThat(StatusText.history(status))
                .containsExactly("epoch 1: a joined, b joined; 2 members, 12 tokens moved (minimum 12)");
        int token = TOKENS.tokenOf("key");
        assertThat(StatusText.why(status, "key".getBytes(UTF_8)))
                .containsExactly(
                        "the key is in token " + token,
                        "piece " + token + " has belonged to " + (token < 6 ? "a" : "b")
                                + " since epoch 1: it had no owner before.");
        assertThat(StatusText.planned(status, PLANNER, "a"))
                .containsExactly("if a left, 6 of 12 tokens would move", "6 to b");
        assertThatThrownBy(() -> StatusText.planned(status, PLANNER, "c")).hasMessageContaining("there is no member c");
    }

    @Test
    void piecesThatNoMemberMayOwnAreNamed() {
        Card restricted = new Card(A.member().restrictedTo(Runs.of(0, 8)), 3, 0, CardState.RUNNING, "");
        GroupStatus status = seen(Optional.of(first(TOKENS, restricted)), restricted);
        assertThat(StatusText.status(status))
                .endsWith(
                        "a RUNNING, 9 tokens",
                        "without an owner: 3 tokens (9-11), as every member is restricted to others");
        assertThat(status.uncovered()).isEqualTo(Runs.of(9, 11));
        assertThat(seen(Optional.of(first(TOKENS)), A).uncovered())
                .as("without members")
                .isEqualTo(Runs.NONE);
    }

    @Test
    void unitsAreCalledByTheirNames() {
        GroupStatus status = seen(Optional.of(first(Units.of("x", "y", "z"), A)), A);
        assertThat(StatusText.status(status))
                .containsExactly("group g, 3 units, epoch 1, calm", "a RUNNING at host:1, 3 units");
        assertThat(StatusText.why(status, "y".getBytes(UTF_8)))
                .containsExactly("piece y has belonged to a since epoch 1: it had no owner before.");
        assertThatThrownBy(() -> StatusText.why(status, "w".getBytes(UTF_8)))
                .hasMessage("there is no unit w in group g; its units: x, y, z");
        assertThat(StatusText.planned(status, PLANNER, "a"))
                .containsExactly("if a left, 3 of 3 units would move", "3 left without an owner");
        List<String> many = IntStream.range(10, 30).mapToObj(Integer::toString).toList();
        GroupStatus large = seen(Optional.of(first(Units.of(many), A)), A);
        assertThatThrownBy(() -> StatusText.why(large, "w".getBytes(UTF_8))).hasMessageContaining("19 and 10 more");
    }

    @Test
    void aHandoverWaitsForFormerOwnersThatHaveNotReleased() {
        Allocation first = first(TOKENS, A);
        Acknowledgements acknowledgements =
                Acknowledgements.of(new TreeMap<>(java.util.Map.of(new Incarnation("a", 1), 0L)));
        Allocation next = PLANNER.next(first, TOKENS, roster(A, B), Directives.NONE, acknowledgements);
        Card waiting = card("b", CardState.WAITING, "");
        assertThat(StatusText.status(seen(Optional.of(next), A, waiting)))
                .containsExactly(
                        "group g, " + TOKENS + ", epoch 2, not calm",
                        "a RUNNING at host:1, 6 tokens",
                        "b WAITING, 6 tokens",
                        "6 tokens being handed over to b");
        assertThat(StatusText.status(seen(Optional.of(next), A.withAcknowledged(2), B)))
                .first()
                .asString()
                .endsWith(", calm");
        assertThat(StatusText.status(seen(Optional.of(next), A.withAcknowledged(2))))
                .contains("b GONE, 6 tokens")
                .first()
                .asString()
                .endsWith(", not calm");
        GroupStatus one = seen(Optional.of(first(Units.of("x"), A)), A);
        assertThat(StatusText.history(one)).containsExactly("epoch 1: a joined; 1 member, 1 unit moved (minimum 1)");
    }

    @Test
    void beforeTheFirstAllocation() {
        GroupStatus status = seen(Optional.empty(), A);
        assertThat(StatusText.status(status))
                .containsExactly("group g, no allocation yet, not calm", "a RUNNING at host:1");
        List<String> nothing = List.of("no allocation yet");
        assertThat(StatusText.history(status)).isEqualTo(nothing);
        assertThat(StatusText.why(status, new byte[] {1})).isEqualTo(nothing);
        assertThat(StatusText.planned(status, PLANNER, "a")).isEqualTo(nothing);
    }
}
