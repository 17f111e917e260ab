package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Cases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The obligations of every allocator, whatever its rule. */
class EveryAllocatorTest {

    private static final long SEED = 20_260_202;

    static List<String> names() {
        return Allocators.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyPieceHasAnOwnerForEveryNumberOfMembersAndPieces(String name) {
        Allocator allocator = Allocators.byName(name);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int members = 1; members <= 14; members++) {
            for (int count : new int[] {0, 1, 2, 3, 5, 7, 10, 13, 16, 33, 100}) {
                requireComplete(allocator, Cases.units(count), Cases.members(members));
                requireComplete(allocator, Cases.units(count), Cases.weighted(members, 1, 9, random));
                if (count > 0) {
                    requireComplete(allocator, Tokens.wide(count), Cases.members(members));
                }
            }
        }
        requireComplete(allocator, Tokens.wide(1000), Cases.members(999));
        requireComplete(allocator, Tokens.wide(999), Cases.members(1000));
    }

    @ParameterizedTest
    @MethodSource("names")
    void throughManyEpochsEveryPieceHasAnEligibleOwnerAndPinsAreKept(String name) {
        Planner planner = new Planner(Allocators.byName(name));
        SplittableRandom random = new SplittableRandom(SEED);
        Allocation allocation = Cases.first(planner.allocator(), Cases.units(50), Cases.members(5));
        for (int i = 0; i < 200; i++) {
            Pieces pieces = random.nextInt(4) == 0 ? Cases.units(random.nextInt(80)) : allocation.pieces();
            Roster roster = changed(allocation.roster(), random);
            Directives directives = changed(allocation.directives(), random);
            allocation = planner.next(allocation, pieces, roster, directives, Acknowledgements.NONE);
            requireLawful(allocation, "seed " + SEED + ", epoch " + allocation.epoch() + " of " + name);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void theOrderOfTheInputsDoesNotMatter(String name) {
        Allocator allocator = Allocators.byName(name);
        SplittableRandom random = new SplittableRandom(SEED);
        Random shuffle = new Random(SEED);
        Roster roster = Cases.weighted(9, 0, 4, random);
        Units units = Cases.units(100);
        Allocation first = Cases.first(allocator, units, roster);
        Allocation next = Cases.next(allocator, first, roster.without("m003").with(Member.of("late")));
        for (int i = 0; i < 20; i++) {
            Units shuffledUnits = Units.of(shuffled(units.names(), shuffle));
            Allocation again = Cases.first(allocator, shuffledUnits, Roster.of(shuffled(roster.members(), shuffle)));
            assertThat(again).isEqualTo(first);
            Roster later = Roster.of(shuffled(next.roster().members(), shuffle));
            assertThat(Cases.next(allocator, again, later)).isEqualTo(next);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aMemberOfWeightZeroOwnsNothing(String name) {
        Allocator allocator = Allocators.byName(name);
        Division division = Cases.divide(allocator, Tokens.wide(100), Cases.weighted(1, 0, 3, 0));
        assertThat(division.unowned().count()).isZero();
        assertThat(division.of(1).count()).isZero();
        assertThat(division.of(3).count()).isZero();
    }

    @ParameterizedTest
    @MethodSource("names")
    void aPinnedPieceGoesToItsMemberUnlessThatMemberIsDrained(String name) {
        Roster roster = Cases.members(4);
        Directives pins = Directives.NONE
                .pin("7", "m002")
                .pin("8", "m002")
                .pin("9", "m003")
                .weigh("m003", 0);
        AllocationRequest request = AllocationRequest.of(Tokens.wide(20), roster, pins, Optional.empty());
        Division division = Allocators.byName(name).allocate(request);
        assertThat(division.of(2).contains(7)).isTrue();
        assertThat(division.of(2).contains(8)).isTrue();
        assertThat(division.of(3).count()).isZero();
        assertThat(division.unowned().count()).isZero();
    }

    @ParameterizedTest
    @MethodSource("names")
    void withoutAnEligibleMemberNoPieceIsOwnedAndLaterAllAreOwnedAgain(String name) {
        Allocator allocator = Allocators.byName(name);
        for (Roster none : List.of(Roster.EMPTY, Cases.weighted(0), Cases.weighted(0, 0, 0))) {
            Allocation before = Cases.first(allocator, Tokens.wide(30), Cases.members(3));
            Allocation unowned = Cases.next(allocator, before, none);
            assertThat(unowned.division().unowned().count()).isEqualTo(30);
            assertThat(Cases.first(allocator, Tokens.wide(30), none).division()).isEqualTo(unowned.division());
            Allocation after = Cases.next(allocator, unowned, Cases.members(2));
            assertThat(after.division().unowned().count()).isZero();
        }
    }

    private static void requireComplete(Allocator allocator, Pieces pieces, Roster roster) {
        Division division = Cases.divide(allocator, pieces, roster);
        assertThat(division.count()).isEqualTo(pieces.count());
        assertThat(division.unowned().count())
                .as("pieces without owner under %s: %s among %s", allocator.name(), pieces, roster)
                .isZero();
    }

    private static void requireLawful(Allocation allocation, String description) {
        Roster weighed = allocation.directives().applyTo(allocation.roster());
        Division division = allocation.division();
        assertThat(division.unowned().count())
                .as(description)
                .isEqualTo(weighed.weight() > 0 ? 0 : allocation.pieces().count());
        for (int member = 0; member < weighed.size(); member++) {
            if (weighed.get(member).weight() == 0) {
                assertThat(division.of(member).count()).as(description).isZero();
            }
        }
        allocation.directives().pins().forEach((name, id) -> {
            int piece = allocation.pieces().indexOf(name);
            if (piece >= 0
                    && weighed.find(id).filter(member -> member.weight() > 0).isPresent()) {
                assertThat(allocation.owner(piece).orElseThrow().id())
                        .as(description)
                        .isEqualTo(id);
            }
        });
    }

    /** Lets some members join, leave and restart, all at once. */
    private static Roster changed(Roster roster, SplittableRandom random) {
        Roster next = roster;
        for (int change = random.nextInt(4); change > 0; change--) {
            String id = Cases.id(random.nextInt(10));
            next = next.find(id).isPresent() && random.nextInt(3) > 0
                    ? next.without(id)
                    : next.with(new Member(id, random.nextInt(3), Optional.empty(), random.nextInt(3)));
        }
        return next;
    }

    private static Directives changed(Directives directives, SplittableRandom random) {
        String id = Cases.id(random.nextInt(10));
        String unit = "u" + random.nextInt(80);
        return switch (random.nextInt(9)) {
            case 0 -> directives.weigh(id, random.nextInt(4));
            case 1 -> directives.unweigh(id);
            case 2, 3 -> directives.pin(unit, id);
            case 4 ->
                directives.pins().isEmpty()
                        ? directives
                        : directives.unpin(directives.pins().firstKey());
            case 5 -> directives.suspend(random.nextInt(4) == 0);
            case 6 ->
                random.nextInt(4) == 0 ? directives.exclusive(new Incarnation(id, 1)) : directives.withoutExclusive();
            default -> directives;
        };
    }

    private static <T> List<T> shuffled(List<T> list, Random random) {
        List<T> copy = new ArrayList<>(list);
        Collections.shuffle(copy, random);
        return copy;
    }
}
