package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.replication.Replication;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.GroupMismatchException;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A member that does not fit the group is refused with one line, and changes nothing on the board. */
class GroupMismatchTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static final Group ONE_COPY =
            Group.of("fit", Tokens.redis(8)).replicated(1).with(GroupFixture.TIMING);

    @Test
    void anotherNumberOfTokensIsRefused() throws Exception {
        requireRefused(
                Group.of("fit", Tokens.redis(12)).replicated(1).with(GroupFixture.TIMING),
                "member b does not fit the group fit: it divides 12 tokens of REDIS_SLOT, and the group 8 tokens of"
                        + " REDIS_SLOT; set the same, or choose another group");
    }

    @Test
    void anotherNumberOfCopiesIsRefused() throws Exception {
        requireRefused(
                ONE_COPY.replicated(2),
                "member b does not fit the group fit: it keeps 2 copies of each piece, and the group 1 copy; set the"
                        + " same, or stop all members first");
        requireRefused(
                ONE_COPY.withReplication(Replication.NONE).withFixedPieces(),
                "member b does not fit the group fit: it keeps no data of each piece, and the group 1 copy; set the"
                        + " same, or stop all members first");
    }

    private static void requireRefused(Group other, String message) throws Exception {
        try (GroupFixture group = new GroupFixture(ONE_COPY)) {
            Membership a = group.join("a");
            assertThat(a.awaitRunning(LONG)).isTrue();
            BoardSnapshot before = group.board.look();
            try (Membership b = other.join(group.board, "b")) {
                assertThatExceptionOfType(GroupMismatchException.class)
                        .isThrownBy(() -> b.awaitRunning(LONG))
                        .withMessage(message);
                assertThat(b.status().self().problem()).contains(message);
                assertThat(b.incarnation()).isEmpty();
            }
            BoardSnapshot after = group.board.look();
            assertThat(after.allocation()).isEqualTo(before.allocation());
            assertThat(after.cards())
                    .extracting(Card::incarnation)
                    .containsExactly(a.incarnation().orElseThrow());
        }
    }

    @Test
    void aVersionThatIsNotUnderstoodIsRefused() throws Exception {
        try (GroupFixture group = new GroupFixture(ONE_COPY)) {
            Abilities later = new Abilities(Abilities.CURRENT_VERSION + 2, Collections.emptyNavigableSet());
            group.board.join(
                    new Card(new Member(new Incarnation("z", 1), Optional.empty(), 1), 0, 0, CardState.WAITING, "")
                            .with(later));
            Membership a = group.join("a");
            assertThatExceptionOfType(GroupMismatchException.class)
                    .isThrownBy(() -> a.awaitRunning(LONG))
                    .withMessage("member a does not fit the group fit: its version is 2, and that of z is 4; upgrade"
                            + " one version at a time");
            assertThat(group.board.look().cards()).hasSize(1);
        }
    }

    @Test
    void theNextVersionIsAdmitted() throws Exception {
        try (GroupFixture group = new GroupFixture(ONE_COPY)) {
            assertThat(group.join("a").awaitRunning(LONG)).isTrue();
            MemberSettings next = new MemberSettings("b")
                    .withAbilities(new Abilities(Abilities.CURRENT_VERSION + 1, Collections.emptyNavigableSet()));
            assertThat(group.join(next, new FaultyBoard(group.board)).awaitRunning(LONG))
                    .isTrue();
        }
    }

    @Test
    void theNumberOfCopiesMayChangeWhileNobodyIsThere() throws Exception {
        try (GroupFixture group = new GroupFixture(ONE_COPY)) {
            try (Membership a = ONE_COPY.join(group.board, "a")) {
                assertThat(a.awaitRunning(LONG)).isTrue();
            }
            group.group = ONE_COPY.replicated(2);
            Membership b = group.join("b");
            assertThat(b.awaitRunning(LONG)).isTrue();
            assertThat(group.board.look().allocation().map(Allocation::replication))
                    .contains(Replication.of(2));
        }
    }

    @Test
    void aGroupWithoutFixedPiecesTakesOverThoseOfTheGroup() throws Exception {
        try (GroupFixture group = new GroupFixture("any", Tokens.sql(8))) {
            assertThat(group.join("a").awaitRunning(LONG)).isTrue();
            group.group = Group.of("any", Tokens.sql(12)).with(GroupFixture.TIMING);
            Membership b = group.join("b");
            assertThat(b.awaitRunning(LONG)).isTrue();
            assertThat(b.pieces()).isEqualTo(Tokens.sql(8));
        }
    }
}
