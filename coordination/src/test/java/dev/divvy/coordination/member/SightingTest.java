package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A member tells what it sees of the board, and says what is settled. */
class SightingTest {

    private final GroupFixture group =
            new GroupFixture(Group.of("sightings", Tokens.sql(8)).replicated(0).with(GroupFixture.TIMING));

    @Test
    void heirsAreSeenUntilTheOwnersHaveSettled() {
        try (group) {
            List<Sighting> seen = new CopyOnWriteArrayList<>();
            Membership a = group.join("a");
            a.watch(seen::add);
            Soon.until("a holds everything", () -> last(seen).held().count() == 8);
            Membership b = group.join("b");
            Incarnation first = a.incarnation().orElseThrow();
            Soon.until(
                    "b has taken its share, and a is the heir",
                    () -> heirs(last(seen)).equals(List.of(first)));
            assertThat(last(seen).shows(b.incarnation().orElseThrow())).isTrue();
            assertThat(last(seen).isEligible(first)).isTrue();

            Version unsettled = version(last(seen));
            b.settle(new Version("another lineage", unsettled.epoch()));
            a.settle(unsettled);
            Soon.until("a's card tells it", () -> settled(last(seen), first) == unsettled.epoch());
            Membership c = group.join("c");
            Soon.until("c is in the roster", () -> roster(last(seen)) == 3);
            assertThat(heirs(last(seen)))
                    .as("b has not settled, so its heirs stay")
                    .contains(first);
            assertThat(settled(last(seen), b.incarnation().orElseThrow())).isZero();

            // What is settled may be moved for balance, and then there is a next epoch to settle.
            Soon.until("all cards tell it", () -> {
                List.of(a, b, c).forEach(member -> member.settle(version(last(seen))));
                return last(seen).cards().values().stream()
                        .allMatch(card -> card.settled() == version(last(seen)).epoch());
            });
            long before = version(last(seen)).epoch();
            c.weigh(2);
            Soon.until("the next epoch", () -> version(last(seen)).epoch() > before);
            Allocation now = last(seen).allocation().orElseThrow();
            assertThat(IntStream.range(0, 8)
                            .filter(piece -> now.tenureOf(piece).since() < now.epoch())
                            .mapToObj(now::heirsOf))
                    .as("heirs of what stayed with its owner")
                    .containsOnly(List.of());
        }
    }

    @Test
    void theLastSightingSaysThatTheMemberIsGone() {
        List<Sighting> seen = new CopyOnWriteArrayList<>();
        try (group) {
            Membership a = group.join("a");
            Soon.until("a runs", () -> a.portion().count() == 8);
            a.watch(seen::add);
            Soon.until("the sighting of before is passed on", () -> !seen.isEmpty());
            assertThat(last(seen).self()).isEqualTo(a.incarnation());
        }
        assertThat(last(seen).self()).isEmpty();
        assertThat(last(seen).held().isEmpty()).isTrue();
        assertThat(last(seen).leased()).isFalse();
    }

    /** Else a thread could work on a piece and know only an older allocation, with other copies and heirs. */
    @Test
    void aGainIsSeenOnTheBoardBeforeAnyThreadCanUseIt() {
        try (group) {
            Membership a = group.join("a");
            Soon.until("a holds everything", () -> a.portion().count() == 8);
            Membership b = group.join("b");
            Soon.until("b has its share", () -> b.portion().count() == 4);
            List<Integer> usable = new CopyOnWriteArrayList<>();
            AtomicInteger seen = new AtomicInteger(Integer.MAX_VALUE);
            a.watch(sighting -> {
                a.settle(version(sighting)); // so that b need not stay for its data
                int held = sighting.held().count();
                if (seen.getAndSet(held) < held) {
                    usable.add(a.portion().count());
                }
            });
            Soon.until("a watches", () -> seen.get() == 4);
            b.close();
            Soon.until("a holds everything again", () -> a.portion().count() == 8);
            assertThat(usable).first().isEqualTo(4);
        }
    }

    @Test
    void aWatcherThatThrowsStopsNothing() {
        try (group) {
            Membership a = group.join("a");
            a.watch(sighting -> {
                throw new IllegalStateException("a watcher of the test");
            });
            Soon.until("a runs", () -> a.portion().count() == 8);
        }
    }

    @Test
    void abilitiesAreOnTheCard() {
        try (group) {
            Abilities abilities = Abilities.of("heirs");
            group.join(new MemberSettings("a").withAbilities(abilities), new FaultyBoard(group.board));
            Soon.until("a has joined", () -> !group.board.look().cards().isEmpty());
            assertThat(group.board.look().cards()).extracting(Card::abilities).containsExactly(abilities);
        }
    }

    private static Sighting last(List<Sighting> seen) {
        Soon.until("a sighting", () -> !seen.isEmpty());
        return seen.get(seen.size() - 1);
    }

    private static Version version(Sighting sighting) {
        return sighting.allocation().map(Allocation::version).orElseThrow();
    }

    private static int roster(Sighting sighting) {
        return sighting.allocation()
                .map(allocation -> allocation.roster().size())
                .orElse(0);
    }

    private static long settled(Sighting sighting, Incarnation incarnation) {
        return Optional.ofNullable(sighting.cards().get(incarnation))
                .map(Card::settled)
                .orElse(0L);
    }

    /** Returns all heirs of any piece. */
    private static List<Incarnation> heirs(Sighting sighting) {
        return sighting.allocation().stream()
                .flatMap(allocation -> allocation.holders().heirs().lists().stream())
                .flatMap(List::stream)
                .distinct()
                .toList();
    }
}
