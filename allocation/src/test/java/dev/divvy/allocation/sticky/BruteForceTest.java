package dev.divvy.allocation.sticky;

import static org.assertj.core.api.Assertions.fail;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.support.MoveBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every small case: all previous owners, balanced or not, and all next rosters and weights, compared with every possible result. */
class BruteForceTest {

    private static final String[] IDS = {"a", "b", "c", "d"};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void noBalancedAnswerMovesFewerPieces(int pieces) {
        Sticky runs = new Sticky(Sticky.Policy.RUNS);
        Sticky former = new Sticky(Sticky.Policy.FORMER_OWNER);
        List<int[]> befores = all(pieces, 4);
        List<Allocation> previous =
                befores.stream().map(BruteForceTest::previous).toList();
        for (Roster roster : rosters()) {
            List<int[]> answers = all(pieces, roster.size()).stream()
                    .filter(owners -> balanced(owners, roster))
                    .toList();
            for (int i = 0; i < befores.size(); i++) {
                int[] before = befores.get(i);
                Allocation then = previous.get(i);
                AllocationRequest request =
                        AllocationRequest.of(then.pieces(), roster, Directives.NONE, Optional.of(then));
                int fewest = fewest(before, roster, answers);
                int promised = MoveBound.of(request);
                int moved = moved(before, roster, runs.allocate(request));
                int movedBack = moved(before, roster, former.allocate(request));
                if (promised != fewest || moved != fewest || movedBack != fewest) {
                    fail(
                            "before %s, roster %s: %d, %d and %d, not %d",
                            then.division(), roster, promised, moved, movedBack, fewest);
                }
            }
        }
    }

    /** Creates the previous allocation; each owner is none (0), a, b or c. */
    private static Allocation previous(int[] before) {
        Roster roster = Roster.of(Member.of("a"), Member.of("b"), Member.of("c"));
        int[] owners = new int[before.length];
        for (int piece = 0; piece < owners.length; piece++) {
            owners[piece] = before[piece] - 1;
        }
        Holders holders = new Holders(Division.ofOwners(3, owners), Tenures.all(owners.length, Tenure.neverOwned(1)));
        return new Allocation(
                new Version("brute", 1), Tokens.sql(owners.length), roster, Directives.NONE, holders, List.of());
    }

    /** Returns every set of the members a, b, c, d, each away or with weight 0, 1 or 2, at least one above 0. */
    private static List<Roster> rosters() {
        List<Roster> rosters = new ArrayList<>();
        for (int[] choice : all(4, 4)) {
            List<Member> members = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                if (choice[i] > 0) {
                    members.add(Member.of(IDS[i]).withWeight(choice[i] - 1));
                }
            }
            Roster roster = Roster.of(members);
            if (roster.weight() > 0) {
                rosters.add(roster);
            }
        }
        return rosters;
    }

    private static int fewest(int[] before, Roster roster, List<int[]> answers) {
        int[] members = members(roster);
        int fewest = Integer.MAX_VALUE;
        for (int[] owners : answers) {
            fewest = Math.min(fewest, moved(before, members, owners));
        }
        return fewest;
    }

    /** Returns the member of this roster for each number of a previous owner; -1 for none and for members that are away. */
    private static int[] members(Roster roster) {
        int[] members = new int[IDS.length + 1];
        Arrays.fill(members, -1);
        for (int member = 0; member < roster.size(); member++) {
            members[Arrays.asList(IDS).indexOf(roster.get(member).id()) + 1] = member;
        }
        return members;
    }

    private static boolean balanced(int[] owners, Roster roster) {
        int[] counts = new int[roster.size()];
        for (int owner : owners) {
            counts[owner]++;
        }
        for (int member = 0; member < counts.length; member++) {
            long share = (long) owners.length * roster.get(member).weight();
            long weight = roster.weight();
            if (counts[member] * weight <= share - weight || counts[member] * weight >= share + weight) {
                return false;
            }
        }
        return true;
    }

    private static int moved(int[] before, Roster roster, Division answer) {
        int[] owners = answer.owners();
        if (!balanced(owners, roster)) {
            fail("not balanced: %s, roster %s", answer, roster);
        }
        return moved(before, members(roster), owners);
    }

    private static int moved(int[] before, int[] members, int[] owners) {
        int moved = 0;
        for (int piece = 0; piece < owners.length; piece++) {
            moved += owners[piece] == members[before[piece]] ? 0 : 1;
        }
        return moved;
    }

    /** Every word of this length over this many letters. */
    private static List<int[]> all(int length, int letters) {
        List<int[]> words = new ArrayList<>();
        int count = (int) Math.pow(letters, length);
        for (int number = 0; number < count; number++) {
            int[] word = new int[length];
            for (int i = 0, rest = number; i < length; i++, rest /= letters) {
                word[i] = rest % letters;
            }
            words.add(word);
        }
        return words;
    }
}
