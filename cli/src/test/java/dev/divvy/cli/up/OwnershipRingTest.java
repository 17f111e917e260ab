package dev.divvy.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.cli.terminal.TerminalColours;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class OwnershipRingTest {

    private static final Tokens TOKENS = Tokens.wide(1000);
    private static final Group GROUP = Group.of("sample", TOKENS);
    private static final List<String> NAMES = List.of("n0", "n1", "n2", "n3", "n4", "n5");
    private static final TerminalColours COLOURS = new TerminalColours(true);

    private final OwnershipRing ring = new OwnershipRing();

    private static Allocation first(int members) {
        Roster roster =
                Roster.of(NAMES.subList(0, members).stream().map(Member::of).toList());
        return GROUP.planner().first(new Version("lineage", 1), TOKENS, roster, Directives.NONE);
    }

    private static Allocation next(Allocation allocation, Change... changes) {
        NavigableMap<Incarnation, Long> present = new TreeMap<>();
        allocation.roster().members().forEach(member -> present.put(member.incarnation(), allocation.epoch()));
        PlanInputs inputs = PlanInputs.of(allocation).after(List.of(changes));
        return GROUP.planner().next(allocation, inputs, Acknowledgements.of(present));
    }

    private static GroupStatus status(Optional<Allocation> allocation, List<GroupStatus.Handover> handovers) {
        return new GroupStatus(
                "sample",
                allocation.map(Allocation::version),
                allocation.isPresent() ? TOKENS : Units.of(),
                false,
                Optional.empty(),
                List.of(),
                handovers,
                List.of(),
                allocation,
                SelfStatus.NONE);
    }

    private void see(Allocation allocation) {
        ring.see(status(Optional.of(allocation), List.of()));
    }

    private List<AttributedString> drawn() {
        return ring.beside(List.of(), NAMES::indexOf, COLOURS).stream()
                .skip(1)
                .map(AttributedString::fromAnsi)
                .toList();
    }

    /** Returns how many characters of the outer band, or of the inner one, have the colour of this member. */
    private long characters(int member, boolean outer) {
        AttributedStyle style =
                AttributedString.fromAnsi(COLOURS.member(member, "x")).styleAt(0);
        List<AttributedString> lines = drawn();
        return IntStream.range(0, OwnershipRing.ROWS)
                .mapToLong(row -> IntStream.range(0, OwnershipRing.COLUMNS)
                        .filter(column -> isIn(row, column, outer)
                                && lines.get(row).charAt(column) > '\u2800'
                                && lines.get(row).styleAt(column).equals(style))
                        .count())
                .sum();
    }

    /** Characters between the bands, which may have dots of both, are in neither. */
    private static boolean isIn(int row, int column, boolean outer) {
        double middle = OwnershipRing.COLUMNS / 2.0;
        double distance = Math.hypot(column + 0.5 - middle, 2 * row + 1 - middle);
        return outer ? distance > 13 : distance < 11;
    }

    private String words() {
        return String.join(
                "\n", drawn().stream().map(AttributedString::toString).toList());
    }

    @Test
    void beforeTheFirstEpochThereAreOnlyTheLines() {
        ring.see(status(Optional.empty(), List.of()));
        assertThat(ring.beside(List.of("a", "b"), NAMES::indexOf, COLOURS)).containsExactly("a", "b");
    }

    @RepeatedTest(20)
    void everyMemberHasItsShareOfTheRing(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        int members = 1 + random.nextInt(NAMES.size());
        Allocation allocation = next(first(members), new Change.Weigh("n0", 1 + random.nextInt(4)));
        see(allocation);
        double all = IntStream.range(0, members)
                .mapToLong(member -> characters(member, true))
                .sum();
        for (int member = 0; member < members; member++) {
            double share = allocation.piecesOf(NAMES.get(member)).count() / (double) TOKENS.count();
            assertThat(characters(member, true) / all)
                    .as("seed %d: %s of %d members", seed, NAMES.get(member), members)
                    .isCloseTo(share, within(0.06));
        }
    }

    @Test
    void theInnerBandShowsTheOwnersBeforeTheLastChange() {
        Allocation before = first(3);
        see(before);
        assertThat(characters(1, false))
                .as("there is nothing before the first epoch")
                .isZero();
        see(next(before, new Change.Leave("n1")));
        assertThat(characters(1, true)).as("it owns nothing now").isZero();
        assertThat(characters(1, false)).as("it owned a third").isPositive();
    }

    @Test
    void theMiddleSaysHowManyMovedAndTheFewestPossible() {
        Allocation before = first(4);
        see(before);
        see(next(before, new Change.Leave("n1")));
        assertThat(words()).contains("epoch 2", " 250 moved ", " 250 fewest ");
    }

    @Test
    void epochsThatWereNotSeenCountToo() {
        Allocation before = first(4);
        see(before);
        Allocation unseen = next(before, new Change.Leave("n1"));
        see(next(unseen, new Change.Leave("n2")));
        assertThat(words()).contains("epoch 3", " 583 moved ", " 583 fewest ");
    }

    @Test
    void whereThereIsNothingToDivideTheRingIsEmpty() {
        Roster roster = Roster.of(List.of(Member.of("n0")));
        Units none = Units.of();
        see(Group.of("sample", none).planner().first(new Version("lineage", 1), none, roster, Directives.NONE));
        assertThat(words()).contains("epoch 1", " 0 moved ");
        assertThat(characters(0, true)).isZero();
    }

    @Test
    void whileTheGroupCannotBeReadTheRingStays() {
        Allocation before = first(3);
        see(before);
        see(next(before, new Change.Leave("n1")));
        String shown = words();
        ring.see(status(Optional.empty(), List.of()));
        assertThat(words()).isEqualTo(shown);
    }

    @Test
    void piecesThatAreBeingHandedOverAreAGap() {
        Allocation allocation = first(2);
        see(allocation);
        long whole = characters(0, true);
        Runs half = allocation.piecesOf("n0");
        GroupStatus.Handover handover = new GroupStatus.Handover(half, Optional.of("n0"), List.of());
        ring.see(status(Optional.of(allocation), List.of(handover)));
        assertThat(whole).isPositive();
        assertThat(characters(0, true)).isZero();
    }

    @Test
    void theLinesBeginAtTheSameColumnAndNoneIsLost() {
        see(first(5));
        List<String> text = IntStream.range(0, 30).mapToObj(i -> "line " + i).toList();
        List<String> both = ring.beside(text, NAMES::indexOf, COLOURS);
        assertThat(both).hasSize(30);
        for (int i = 0; i < both.size(); i++) {
            assertThat(AttributedString.stripAnsi(both.get(i)).substring(OwnershipRing.COLUMNS))
                    .isEqualTo("  line " + i);
        }
    }
}
