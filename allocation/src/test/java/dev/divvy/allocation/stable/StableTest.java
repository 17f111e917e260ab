package dev.divvy.allocation.stable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.classic.Modulo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The properties of {@link Stable}: exact to the piece, and a function of the pieces and members alone. */
class StableTest {

    private static final long SEED = 20_260_303;
    private static final Allocator STABLE = new Stable();

    @Test
    void everyMemberOwnsItsShareRoundedDownOrUp() {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] heaviest = {1, 2, 10, Member.HEAVIEST};
        for (int round = 0; round < 1500; round++) {
            Pieces pieces = Cases.units(random.nextInt(round % 10 == 0 ? 3000 : 200));
            int members = 1 + random.nextInt(round % 7 == 0 ? 300 : 20);
            Roster roster = Cases.weighted(members, 1, heaviest[random.nextInt(4)], random);
            if (random.nextInt(10) == 0) {
                roster = roster.with(Member.of(Cases.id(0)).withWeight(Member.HEAVIEST));
            }
            requireExact(Cases.divide(STABLE, pieces, roster), roster, "seed " + SEED + ", round " + round);
        }
    }

    @Test
    void theLargestGroupOfTheHeaviestMembersDoesNotOverflow() {
        int[] weights = new int[Roster.MOST];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int member = 0; member < weights.length; member++) {
            weights[member] = member == 7 ? 1 : Member.HEAVIEST - random.nextInt(3);
        }
        Roster roster = Cases.weighted(weights);
        requireExact(Cases.divide(STABLE, Tokens.wide(3000), roster), roster, "seed " + SEED);
    }

    @Test
    void theMostPiecesAreDividedExactly() {
        Roster roster = Cases.weighted(1, Member.HEAVIEST, 3);
        requireExact(Cases.divide(STABLE, Tokens.wide(Pieces.MOST), roster), roster, "the most pieces");
    }

    @Test
    void noPiecesOneMemberAndMoreMembersThanPiecesAllWork() {
        assertThat(Cases.divide(STABLE, Units.of(), Cases.members(3)).counts()).containsOnly(0);
        assertThat(Cases.divide(STABLE, Cases.units(9), Cases.members(1)).counts())
                .containsExactly(9);
        Division division = Cases.divide(STABLE, Cases.units(5), Cases.members(8));
        assertThat(division.unowned().isEmpty()).isTrue();
        assertThat(division.counts()).containsOnly(0, 1);
    }

    @Test
    void theOrderInWhichMembersAndUnitsAreNamedDoesNotMatter() {
        Random shuffle = new Random(SEED);
        Roster roster = Cases.weighted(20, 1, 9, new SplittableRandom(SEED));
        Units units = Cases.units(500);
        Division division = Cases.divide(STABLE, units, roster);
        for (int i = 0; i < 20; i++) {
            List<Member> members = new ArrayList<>(roster.members());
            List<String> names = new ArrayList<>(units.names());
            Collections.shuffle(members, shuffle);
            Collections.shuffle(names, shuffle);
            assertThat(Cases.divide(STABLE, Units.of(names), Roster.of(members)))
                    .as("seed %d", SEED)
                    .isEqualTo(division);
        }
    }

    /** The keys decide, not the numbers of the pieces. */
    @Test
    void theOrderOfThePiecesDoesNotMatter() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 300; round++) {
            long[] pieces = random.longs(random.nextInt(300)).toArray();
            long[] members = random.longs(1 + random.nextInt(30)).toArray();
            long[] weights = random.longs(members.length, 1, 10).toArray();
            int[] owners = Stable.choose(pieces, members, weights);
            int turn = pieces.length / 3;
            int[] turned = Stable.choose(turned(pieces, turn), members, weights);
            for (int piece = 0; piece < pieces.length; piece++) {
                int place = (piece + turn) % pieces.length;
                assertThat(turned[place]).as("seed %d, round %d", SEED, round).isEqualTo(owners[piece]);
            }
        }
    }

    @Test
    void whatWasBeforeDoesNotMatter() {
        Roster now = Cases.weighted(3, 1, 4, 1, 5);
        Division without = Cases.divide(STABLE, Tokens.wide(300), now);
        Allocation other = Cases.first(new Modulo(), Tokens.wide(300), Cases.members(9));
        AllocationRequest with = AllocationRequest.of(Tokens.wide(300), now, Directives.NONE, Optional.of(other));
        assertThat(STABLE.allocate(with)).isEqualTo(without);
        Allocation later = Cases.next(STABLE, Cases.next(STABLE, other, Cases.members(2)), now);
        assertThat(later.division()).isEqualTo(without);
    }

    @Test
    void restartsAndZonesDoNotMatter() {
        Roster roster = Cases.members(6);
        Roster again = roster.map(member -> member.withIncarnation(3).inZone("north"));
        assertThat(Cases.divide(STABLE, Tokens.wide(100), again))
                .isEqualTo(Cases.divide(STABLE, Tokens.wide(100), roster));
    }

    @Test
    void aMemberOfWeightZeroIsAsGoodAsAbsent() {
        Roster drained = Cases.weighted(2, 0, 3, 0, 1);
        Roster present = drained.without(Cases.id(1)).without(Cases.id(3));
        assertThat(Cases.owners(Cases.divide(STABLE, Tokens.wide(100), drained), drained))
                .isEqualTo(Cases.owners(Cases.divide(STABLE, Tokens.wide(100), present), present));
        assertThat(Cases.divide(STABLE, Tokens.wide(100), Cases.weighted(0, 0))
                        .unowned()
                        .count())
                .isEqualTo(100);
    }

    @Test
    void pinnedPiecesStayWhereTheyArePinnedAndTheOthersAreDividedAsIfTheyWereNot() {
        Roster roster = Cases.members(4);
        Directives pins = Directives.NONE
                .pin("u1", "m000")
                .pin("u2", "m000")
                .pin("u3", "m000")
                .pin("u4", "m003");
        Units units = Cases.units(45);
        List<String> pinned =
                Cases.owners(STABLE.allocate(AllocationRequest.of(units, roster, pins, Optional.empty())), roster);
        List<String> names = new ArrayList<>(units.names());
        names.removeAll(pins.pins().keySet());
        Units unpinned = Units.of(names);
        Division alone = Cases.divide(STABLE, unpinned, roster);
        requireExact(alone, roster, "the unpinned pieces");
        pins.pins()
                .forEach((unit, member) ->
                        assertThat(pinned.get(units.indexOf(unit))).isEqualTo(member));
        List<String> owners = Cases.owners(alone, roster);
        for (int piece = 0; piece < unpinned.count(); piece++) {
            assertThat(pinned.get(units.indexOf(unpinned.name(piece)))).isEqualTo(owners.get(piece));
        }
    }

    private static void requireExact(Division division, Roster roster, String description) {
        long pieces = division.count();
        assertThat(division.unowned().isEmpty()).as(description).isTrue();
        for (int member = 0; member < roster.size(); member++) {
            long product = pieces * roster.get(member).weight();
            long floor = product / roster.weight();
            long ceil = product % roster.weight() == 0 ? floor : floor + 1;
            assertThat((long) division.of(member).count())
                    .as("pieces of member %d, %s", member, description)
                    .isBetween(floor, ceil);
        }
    }

    private static long[] turned(long[] keys, int turn) {
        long[] turned = new long[keys.length];
        for (int i = 0; i < keys.length; i++) {
            turned[(i + turn) % keys.length] = keys[i];
        }
        return turned;
    }
}
