package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllocationCodecTest {

    private static final long SEED = 20_260_401;

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));

    @Test
    void whatWasWrittenReadsBackEqual() {
        int inMotion = 0;
        int withCopies = 0;
        int withJob = 0;
        for (long seed = SEED; seed < SEED + 300; seed++) {
            Allocation allocation = GeneratedGroup.small(seed).now();
            requireRoundTrip(allocation, "seed " + seed);
            inMotion += allocation.inMotion() ? 1 : 0;
            withCopies += allocation.holders().copies().depth() > 0 ? 1 : 0;
            withJob += allocation.directives().exclusive().isPresent() ? 1 : 0;
        }
        assertThat(inMotion).as("the generator leaves pieces in motion").isGreaterThan(50);
        assertThat(withCopies).as("the generator places copies").isGreaterThan(50);
        assertThat(withJob).as("the generator begins exclusive jobs").isBetween(30, 150);
    }

    @Test
    void aGroupOfManyEventsReadsBackEqual() {
        SplittableRandom random = new SplittableRandom(SEED);
        GeneratedGroup group = new GeneratedGroup(random, Tokens.redis(4096), 30, 2).run(150);
        requireRoundTrip(group.now(), "seed " + SEED);
    }

    @Test
    void aMillionTokensOfAThousandMembersReadBackEqual() {
        Allocation first = first(Tokens.wide(Pieces.MOST), roster(1000));
        Allocation next = planner.plan(first, new Change.Leave("n0500")).after();
        requireRoundTrip(first, "first");
        requireRoundTrip(next, "after one left");
        assertThat(AllocationCodec.write(first)).hasSizeLessThan(16 * 1024);
    }

    @Test
    void aHundredThousandUnitsWithLongNamesReadBackEqual() {
        String long1 = "区域/Ω-".repeat(60);
        List<String> names = IntStream.range(0, 100_000)
                .mapToObj(i -> i % 7 + long1 + "\uD83D\uDE00".repeat(i % 5) + i)
                .toList();
        requireRoundTrip(first(Units.of(names), roster(100)), "long names");
    }

    @Test
    void anEmptyRosterAndNoUnitsReadBackEqual() {
        for (Pieces pieces : List.of(Units.of(), Units.of("only"), Tokens.sql(1), Tokens.redis())) {
            requireRoundTrip(first(pieces, Roster.EMPTY), pieces + ", no members");
            requireRoundTrip(first(pieces, roster(3)), pieces + ", three members");
            requireRoundTrip(
                    new Planner(new Sticky(Sticky.Policy.RUNS))
                            .replicated(Copies.DEEPEST)
                            .first(new Version("x", Long.MAX_VALUE), pieces, roster(9), Directives.NONE),
                    pieces + ", the most copies");
        }
    }

    @Test
    void theLargestNumbersAndLongestNamesReadBackEqual() {
        String id = "\uD83D\uDE00".repeat(127);
        Member member = new Member(id, Long.MAX_VALUE, Optional.of("文".repeat(255)), Member.HEAVIEST);
        String unit = "文".repeat(1000);
        Directives directives = Directives.NONE
                .pin(unit, id)
                .weigh(id, Member.HEAVIEST)
                .suspend(true)
                .exclusive(member.incarnation());
        requireRoundTrip(
                planner.first(
                        new Version("中".repeat(255), Long.MAX_VALUE),
                        Units.of(unit, "a"),
                        Roster.of(member),
                        directives),
                "largest");
    }

    @Test
    void namesThatShareHalfOfASurrogatePairReadBackEqual() {
        requireRoundTrip(
                first(Units.of("x\uD83D\uDE00", "x\uD83D\uDE01", "x\uFF5E", "x\uD83D\uDE00y"), roster(2)), "pairs");
    }

    @Test
    void equalAllocationsHaveEqualBytesHoweverTheyCameAbout() {
        List<Member> members = new ArrayList<>(roster(20).members());
        List<String> units = new ArrayList<>(
                IntStream.range(0, 500).mapToObj(i -> "unit " + i).toList());
        byte[] bytes = AllocationCodec.write(first(Units.of(units), Roster.of(members)));
        Collections.shuffle(members, new Random(SEED));
        Collections.shuffle(units, new Random(SEED));
        assertThat(AllocationCodec.write(first(Units.of(units), Roster.of(members))))
                .isEqualTo(bytes);
    }

    @Test
    void equalTenuresAreEncodedOnceWhetherTheyAreOneObjectOrMany() {
        Allocation shared = first(Tokens.sql(100), roster(4));
        Tenures.Changes changes = shared.holders().tenures().change();
        for (int token = 0; token < 100; token++) {
            Tenure was = shared.tenureOf(token);
            changes.set(token, token, new Tenure(was.since(), was.from(), was.rule(), was.releasers()));
        }
        Division division = Division.ofOwners(4, shared.division().owners());
        Allocation separate = new Allocation(
                shared.version(),
                shared.pieces(),
                shared.roster(),
                shared.directives(),
                new Holders(division, changes.done()),
                shared.history());
        assertThat(separate).isEqualTo(shared);
        assertThat(AllocationCodec.write(separate)).isEqualTo(AllocationCodec.write(shared));
    }

    @Test
    void aFreshAllocationIsSmall() {
        assertThat(AllocationCodec.write(first(Tokens.redis(), roster(100)))).hasSizeLessThan(2 * 1024);
        assertThat(AllocationCodec.write(first(Tokens.redis(), roster(3)))).hasSizeLessThan(150);
    }

    private Allocation first(Pieces pieces, Roster roster) {
        return planner.first(new Version("board", 1), pieces, roster, Directives.NONE);
    }

    private static Roster roster(int members) {
        return Roster.of(IntStream.range(0, members)
                .mapToObj(i -> Member.of(String.format("n%04d", i)))
                .toList());
    }

    private static void requireRoundTrip(Allocation allocation, String which) {
        byte[] bytes = AllocationCodec.write(allocation);
        Allocation read = AllocationCodec.read(bytes);
        // Not isEqualTo(allocation): a failure would print a million tokens.
        assertThat(read.equals(allocation)).as("%s reads back equal", which).isTrue();
        assertThat(AllocationCodec.write(read))
                .as("%s is written the same again", which)
                .isEqualTo(bytes);
    }
}
