package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.Group;
import dev.divvy.allocation.check.Fault;
import dev.divvy.allocation.check.Finding;
import dev.divvy.allocation.check.StepChecker;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.allocation.replication.Heirs;
import dev.divvy.allocation.sticky.Sticky;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every incarnation on the board that may have the data of a piece is listed: as its owner, as a keeper of a copy, or as an heir. */
class HeirHistoryTest {

    private static final Incarnation A = new Incarnation("a", 1);
    private static final Incarnation B = new Incarnation("b", 1);
    private static final Incarnation C = new Incarnation("c", 1);

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
    private final TreeMap<Incarnation, Long> acknowledged = new TreeMap<>();
    private final TreeMap<Incarnation, Long> settled = new TreeMap<>();

    /** Ways in which a planner could lose track of data. The names are those of the model. */
    enum Mistake {
        HEIRS_FORGOTTEN,
        PRUNE_UNSETTLED,
        COPY_BY_ID
    }

    @Test
    void piecesWithoutDataHaveNoHeirs() {
        Allocation first = first(planner, A);
        Allocation second = next(planner, first, B);
        assertThat(second.holders().heirs()).isEqualTo(Heirs.NOT_KEPT);
        assertThat(second.replication().keepsHeirs()).isFalse();
    }

    @Test
    void aFormerOwnerIsAnHeirAlsoWithoutCopies() {
        Planner owners = planner.replicated(0);
        Allocation first = first(owners, A);
        assertThat(first.holders().heirs()).isEqualTo(Heirs.NONE);
        Allocation moved = next(owners, first, B);
        assertThat(owner(moved, 0)).isEqualTo(B);
        assertThat(moved.heirsOf(0)).containsExactly(A);
    }

    @Test
    void heirsOfAnUnsettledPieceStayThroughEveryMove() {
        Planner owners = planner.replicated(0);
        Allocation moved = next(owners, next(owners, first(owners, A), B), C);
        assertThat(moved.heirsOf(0)).containsExactly(A, B);
        assertThat(next(owners, moved, A).heirsOf(0)).containsExactly(B, C);
    }

    @Test
    void heirsHaveForgottenWhenTheOwnerThatStaysHasSettledThePreviousEpoch() {
        Planner owners = planner.replicated(0);
        Allocation moved = next(owners, first(owners, A), B);
        settled.put(B, moved.epoch() - 1);
        assertThat(next(owners, moved, B).heirsOf(0)).as("settled too long ago").containsExactly(A);
        settled.put(B, moved.epoch());
        assertThat(next(owners, moved, B).heirsOf(0)).isEmpty();
        assertThat(next(owners, moved, C).heirsOf(0))
                .as("the next owner knows nothing of what B settled")
                .containsExactly(A, B);
        settled.clear();
        settled.put(A, moved.epoch());
        assertThat(next(owners, moved, B).heirsOf(0)).as("another's word").containsExactly(A);
    }

    @Test
    void aCopyThatIsDroppedBecomesAnHeirEvenIfSettled() {
        Planner copies = planner.replicated(1);
        Allocation first = first(copies, A, B);
        int piece = first.division().of(0).pieces()[0];
        assertThat(first.copiesOf(piece)).containsExactly(B);
        settled.put(A, first.epoch());
        settled.put(B, first.epoch());
        Allocation alone = next(copies, first, A);
        assertThat(alone.copiesOf(piece)).isEmpty();
        assertThat(alone.heirsOf(piece)).containsExactly(B);
    }

    @Test
    void anIncarnationThatIsNotOnTheBoardIsNoHeir() {
        Planner owners = planner.replicated(0);
        Allocation moved = next(owners, first(owners, A), B);
        acknowledged.remove(A);
        assertThat(next(owners, moved, B).heirsOf(0)).isEmpty();
    }

    @Test
    void aSuspendedGroupKeepsItsHeirs() {
        Planner copies = planner.replicated(1);
        Allocation first = first(copies, A, B);
        Allocation atRest =
                copies.next(first, first.pieces(), first.roster(), Directives.NONE.suspend(true), acknowledgements());
        assertThat(atRest.heirsOf(0)).containsExactly(A, B);
    }

    @Test
    void aRestartedMemberKeepsNoCopyOfItsEarlierIncarnation() {
        Planner copies = planner.replicated(1);
        Allocation pair = first(copies, 1, A, C);
        Allocation three = next(copies, pair, A, B, C);
        assertThat(three.copiesOf(0)).containsExactly(C);
        acknowledged.remove(C);
        Allocation restarted = next(copies, three, A, B, new Incarnation("c", 2));
        assertThat(restarted.copiesOf(0))
                .as("c has no data any more: b is first among equals")
                .containsExactly(B);
        assertThat(restarted.heirsOf(0)).isEmpty();
    }

    @Test
    void partsOfASplitTokenInheritItsHeirs() {
        Planner owners = planner.replicated(0);
        Allocation moved = next(owners, first(owners, 2, A), B);
        Allocation split = owners.next(moved, Tokens.sql(4), moved.roster(), Directives.NONE, acknowledgements());
        assertThat(IntStream.range(0, 4).mapToObj(split::heirsOf)).containsOnly(List.of(A));
    }

    @Test
    void everyStepOfAnyHistoryListsAllThatMayHaveData() {
        int withHeirs = 0;
        for (long seed = 0; seed < 60; seed++) {
            Planner replicated = new Planner(new Sticky(Sticky.Policy.FORMER_OWNER)).replicated((int) (seed % 4));
            Group group = new Group(seed, Group.Profile.EVERYTHING, replicated);
            for (int step = 0; step < 25; step++) {
                group.step();
                assertThat(StepChecker.check(group.before(), group.now(), group.acknowledgements(), Set.of()))
                        .as("seed %d, step %d", seed, step)
                        .isEmpty();
                withHeirs += group.now().holders().heirs().isEmpty() ? 0 : 1;
            }
        }
        assertThat(withHeirs).as("steps with heirs").isGreaterThan(500);
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedMistakeIsFound(Mistake mistake) {
        TreeSet<Fault> faults = new TreeSet<>();
        for (long seed = 0; seed < 20; seed++) {
            Planner replicated = new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(1 + (int) (seed % 2));
            Group group = new Group(seed, Group.Profile.EVERYTHING, replicated);
            for (int step = 0; step < 25; step++) {
                group.step();
                Allocation before =
                        Planner.renumbered(group.before(), group.now().pieces(), group.acknowledgements());
                Allocation wrong = planted(mistake, before, group.now());
                StepChecker.check(group.before(), wrong, group.acknowledgements(), Set.of()).stream()
                        .map(Finding::fault)
                        .forEach(faults::add);
            }
        }
        assertThat(faults)
                .contains(mistake == Mistake.COPY_BY_ID ? Fault.HEIR_UNNEEDED : Fault.HEIR_MISSING)
                .isSubsetOf(Fault.HEIR_MISSING, Fault.HEIR_UNNEEDED);
    }

    private static Allocation planted(Mistake mistake, Allocation before, Allocation after) {
        List<List<Incarnation>> byPiece = new ArrayList<>();
        for (int piece = 0; piece < after.pieces().count(); piece++) {
            TreeSet<Incarnation> heirs = new TreeSet<>(after.heirsOf(piece));
            boolean stays = before.owner(piece)
                    .map(Member::incarnation)
                    .equals(after.owner(piece).map(Member::incarnation));
            switch (mistake) {
                case HEIRS_FORGOTTEN -> before.heirsOf(piece).forEach(heirs::remove);
                case PRUNE_UNSETTLED -> {
                    if (stays) {
                        before.heirsOf(piece).forEach(heirs::remove);
                    }
                }
                case COPY_BY_ID -> {
                    for (Incarnation keeper : before.copiesOf(piece)) {
                        after.roster()
                                .find(keeper.member())
                                .map(Member::incarnation)
                                .filter(now -> !now.equals(keeper))
                                .ifPresent(heirs::add);
                    }
                }
            }
            byPiece.add(List.copyOf(heirs));
        }
        Holders holders = after.holders();
        return new Allocation(
                after.version(),
                after.pieces(),
                after.roster(),
                after.directives(),
                new Holders(holders.division(), holders.tenures(), holders.copies(), Heirs.of(byPiece)),
                after.history());
    }

    /** The heaviest ordinary case: all tokens of a cache among a hundred members, of which some left and some joined, unsettled. */
    @Test
    void theRecordOfALargeGroupInMotionStaysSmall() {
        Planner copies = planner.replicated(1);
        Roster roster = Roster.EMPTY;
        for (int i = 0; i < 100; i++) {
            roster = roster.with(Member.of(String.format("n%03d", i)));
        }
        Allocation now = copies.first(new Version("x", 1), Tokens.redis(), roster, Directives.NONE);
        for (int i = 0; i < 6; i++) {
            roster.members().forEach(member -> acknowledged.put(member.incarnation(), 0L));
            roster = i % 2 == 0 ? roster.without(roster.get(7 * i).id()) : roster.with(Member.of("new" + i));
            now = copies.next(now, now.pieces(), roster, Directives.NONE, acknowledgements());
        }
        Heirs heirs = now.holders().heirs();
        assertThat(IntStream.range(0, 16_384).filter(piece -> !heirs.of(piece).isEmpty()))
                .hasSizeGreaterThan(300);
        byte[] bytes = AllocationCodec.write(now);
        assertThat(bytes).as("less than four bytes per token").hasSizeLessThan(64 * 1024);
        assertThat(AllocationCodec.read(bytes)).isEqualTo(now);
    }

    private Allocation first(Planner with, Incarnation... members) {
        return first(with, 6, members);
    }

    private Allocation first(Planner with, int tokens, Incarnation... members) {
        return with.first(new Version("x", 1), Tokens.sql(tokens), roster(members), Directives.NONE);
    }

    private Allocation next(Planner with, Allocation before, Incarnation... members) {
        return with.next(before, before.pieces(), roster(members), Directives.NONE, acknowledgements());
    }

    private Acknowledgements acknowledgements() {
        return Acknowledgements.of(acknowledged, settled);
    }

    private Roster roster(Incarnation... members) {
        Roster roster = Roster.EMPTY;
        for (Incarnation member : members) {
            acknowledged.put(member, 0L);
            roster = roster.with(Member.of(member.member()).withIncarnation(member.number()));
        }
        return roster;
    }

    private static Incarnation owner(Allocation allocation, int piece) {
        assertThat(allocation.division().owners()[piece]).isNotEqualTo(Division.NO_MEMBER);
        return allocation.owner(piece).orElseThrow().incarnation();
    }
}
