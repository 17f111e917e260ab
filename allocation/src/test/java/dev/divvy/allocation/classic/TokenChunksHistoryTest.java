package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.sticky.Sticky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Long histories of single joins and leaves, compared with a slow reference implementation. */
class TokenChunksHistoryTest {

    private static final long SEED = 3;

    private final TokenChunks tokenChunks = new TokenChunks();

    @Test
    void theResultIsThatOfASlowReferenceImplementation() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int tokens : new int[] {1, 7, 10, 64, 100, 1000}) {
            Allocation allocation = Cases.first(tokenChunks, Tokens.wide(tokens), Cases.members(5));
            ReferenceChunks reference = new ReferenceChunks(tokens, allocation.roster(), true);
            ReferenceChunks arrivalOrder = new ReferenceChunks(tokens, allocation.roster(), false);
            for (int i = 0; i < 150; i++) {
                Roster roster = oneChange(allocation.roster(), 12, random);
                allocation = Cases.next(tokenChunks, allocation, roster);
                reference.change(roster);
                arrivalOrder.change(roster);
                for (Member member : roster.members()) {
                    assertThat(allocation.piecesOf(member.id()).pieces())
                            .as("seed %d, %d tokens, change %d, %s", SEED, tokens, i, member.id())
                            .isEqualTo(reference.sorted(member.id()))
                            .hasSameSizeAs(arrivalOrder.sorted(member.id()));
                }
            }
        }
    }

    @Test
    void underChurnItDriftsWhileStickyStaysExact() {
        SplittableRandom random = new SplittableRandom(SEED);
        Sticky sticky = new Sticky(Sticky.Policy.RUNS);
        Allocation drifting = Cases.first(tokenChunks, Tokens.wide(1000), Cases.members(20));
        Allocation exact = Cases.first(sticky, Tokens.wide(1000), Cases.members(20));
        double worst = 0;
        boolean growing = true;
        for (int i = 0; i < 500; i++) {
            int size = drifting.roster().size();
            growing = size < 10 || (growing && size < 90);
            Roster roster = oneChange(drifting.roster(), growing != (random.nextInt(5) == 0), random);
            drifting = Cases.next(tokenChunks, drifting, roster);
            exact = Cases.next(sticky, exact, roster);
            int[] counts = drifting.division().counts();
            worst = Math.max(worst, Arrays.stream(counts).max().orElseThrow() * (double) counts.length / 1000);
            int[] even = exact.division().counts();
            assertThat(Arrays.stream(even).max().orElseThrow()
                            - Arrays.stream(even).min().orElseThrow())
                    .as("spread of sticky, seed %d, change %d", SEED, i)
                    .isLessThanOrEqualTo(1);
        }
        assertThat(worst).as("worst max/mean of token-chunks, seed %d", SEED).isGreaterThan(2);
    }

    private static Roster oneChange(Roster roster, boolean join, SplittableRandom random) {
        while (true) {
            String id = Cases.id(random.nextInt(99));
            if (roster.find(id).isEmpty() == join) {
                return join ? roster.with(Member.of(id)) : roster.without(id);
            }
        }
    }

    private static Roster oneChange(Roster roster, int ids, SplittableRandom random) {
        while (true) {
            String id = Cases.id(random.nextInt(ids));
            if (roster.find(id).isEmpty()) {
                return roster.with(Member.of(id));
            }
            if (roster.size() > 1) {
                return roster.without(id);
            }
        }
    }

    /** The rule on plain lists, with tokens that arrive together appended in their order of arrival or by number. */
    private static final class ReferenceChunks {

        private final int tokens;
        private final boolean byNumber;
        private final TreeMap<String, List<Integer>> table = new TreeMap<>();

        ReferenceChunks(int tokens, Roster nodes, boolean byNumber) {
            this.tokens = tokens;
            this.byNumber = byNumber;
            nodes.members().forEach(node -> table.put(node.id(), List.of()));
            List<Integer> all = new ArrayList<>();
            for (int token = 0; token < tokens; token++) {
                all.add(token);
            }
            append(splitEvenly(all, table.size()));
        }

        void change(Roster nodes) {
            for (Member node : nodes.members()) {
                if (!table.containsKey(node.id())) {
                    addNode(node.id());
                    return;
                }
            }
            for (String node : List.copyOf(table.keySet())) {
                if (nodes.find(node).isEmpty()) {
                    List<Integer> toShare = listOf(node);
                    table.remove(node);
                    append(splitEvenly(toShare, table.size()));
                }
            }
        }

        int[] sorted(String node) {
            return listOf(node).stream().mapToInt(Integer::intValue).sorted().toArray();
        }

        private List<Integer> listOf(String node) {
            return table.getOrDefault(node, List.of());
        }

        private void addNode(String added) {
            int target = tokens / (table.size() + 1);
            List<Integer> surplus = new ArrayList<>();
            table.replaceAll((node, list) -> {
                int kept = Math.min(target, list.size());
                surplus.addAll(list.subList(kept, list.size()));
                return List.copyOf(list.subList(0, kept));
            });
            table.put(added, ordered(surplus));
        }

        private void append(List<List<Integer>> parts) {
            int i = 0;
            for (String node : List.copyOf(table.keySet())) {
                if (i < parts.size()) {
                    List<Integer> longer = new ArrayList<>(listOf(node));
                    longer.addAll(ordered(parts.get(i++)));
                    table.put(node, longer);
                }
            }
        }

        private List<Integer> ordered(List<Integer> list) {
            return byNumber ? list.stream().sorted().toList() : List.copyOf(list);
        }

        private static List<List<Integer>> splitEvenly(List<Integer> list, int n) {
            if (list.isEmpty()) {
                return List.of();
            }
            if (n == 1) {
                return List.of(list);
            }
            int size = Math.max(1, list.size() / n);
            List<List<Integer>> parts = new ArrayList<>();
            parts.add(list.subList(0, size));
            parts.addAll(splitEvenly(list.subList(size, list.size()), n - 1));
            return parts;
        }
    }
}
