package dev.divvy.allocation.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each law of {@link CopyPlacement} under its name, over requests drawn from seeds. */
class CopyPlacementTest {

    /** All pieces in classes, or as few as possible. */
    private static final int[] CLASS_ARCS = {1_000_000, 0};

    @Test
    void apart() {
        for (CopyRequest request : requests()) {
            int[] holders = CopyPlacement.place(request);
            requireApart(request, holders);
        }
    }

    @Test
    void zones() {
        for (CopyRequest request : requests()) {
            requireZones(request, CopyPlacement.place(request));
        }
    }

    /** The check of zones is only worth something if it can fail: one copy is put into the zone of the owner, without need. */
    @Test
    void aCopyInTheOwnersZoneShows() {
        int planted = 0;
        for (CopyRequest request : requests()) {
            int[] holders = CopyPlacement.place(request);
            if (moveIntoTheOwnersZone(request, holders)) {
                planted++;
                assertThat(keepsZones(request, holders)).as("%s", show(request)).isFalse();
            }
        }
        assertThat(planted).isGreaterThan(100);
    }

    /** Moves the first copy that can be moved there and is the only one in its zone; returns whether there was one. */
    private static boolean moveIntoTheOwnersZone(CopyRequest request, int[] holders) {
        int[] zones = request.zones();
        for (int slot = 0; slot < holders.length; slot++) {
            int holder = holders[slot];
            int owner = request.owners()[slot / request.depth()];
            Set<Integer> placed = holders(request, holders, slot / request.depth());
            boolean apart = owner != CopyRequest.NONE
                    && holder != CopyRequest.NONE
                    && zones[holder] != zones[owner]
                    && placed.stream().noneMatch(other -> other != holder && zones[other] == zones[holder]);
            for (int member : apart ? eligible(request, slot / request.depth()) : Set.<Integer>of()) {
                if (zones[member] == zones[owner] && !placed.contains(member)) {
                    holders[slot] = member;
                    return true;
                }
            }
        }
        return false;
    }

    /** Of a piece that is not settled, no placement that keeps the laws above keeps more copies where they were. */
    @Test
    void unsettled() {
        int notAll = 0;
        for (CopyRequest request : requests()) {
            int[] holders = CopyPlacement.place(request);
            for (int piece = 0; piece < request.pieces(); piece++) {
                if (request.isUnsettled(piece)) {
                    Set<Integer> placed = holders(request, holders, piece);
                    int most = mostKept(request, piece, placed.size());
                    assertThat(kept(request, piece, placed))
                            .as("piece %d of %s", piece, show(request))
                            .isEqualTo(most);
                    notAll += most < kept(request, piece, eligible(request, piece)) ? 1 : 0;
                }
            }
        }
        assertThat(notAll).as("pieces that could not keep all").isGreaterThan(20);
    }

    /** Where a placement within floor and ceil of the plain shares by weight exists, the placement is one. */
    @Test
    void even() {
        int exact = 0;
        for (CopyRequest request : requests()) {
            int n = request.members();
            int[] holders = CopyPlacement.place(request);
            long copies = Arrays.stream(holders)
                    .filter(holder -> holder != CopyRequest.NONE)
                    .count();
            long weight = Arrays.stream(request.weights()).sum();
            int[] floors = new int[n];
            int[] ceils = new int[n];
            for (int member = 0; member < n && weight > 0; member++) {
                floors[member] = (int) (copies * request.weights()[member] / weight);
                ceils[member] = (int) ((copies * request.weights()[member] + weight - 1) / weight);
            }
            int[] factors = new int[n];
            Arrays.fill(factors, 1);
            if (new CopyOracle(request, floors, ceils, factors).best().uneven() == 0) {
                exact++;
                for (int member = 0; member < n; member++) {
                    int index = member;
                    int load = (int) Arrays.stream(holders)
                            .filter(holder -> holder == index)
                            .count();
                    assertThat(load).as("%s", show(request)).isBetween(floors[member], ceils[member]);
                }
            }
        }
        assertThat(exact).isGreaterThan(200);
    }

    /** With one copy, equal weights and no zones: floor or ceil at each other member, and after a crash within one of the new share. */
    @Test
    void spread() {
        int crashes = 0;
        for (long seed = 0; seed < 150; seed++) {
            for (CopyRequest request : settled(seed)) {
                if (request.depth() == 1) {
                    int[] holders = CopyPlacement.place(request);
                    for (int owner = 0; owner < request.members(); owner++) {
                        requireSpread(request, holders, owner);
                        crashes++;
                    }
                }
            }
        }
        assertThat(crashes).isGreaterThan(300);
    }

    /** With several copies the piece goes to the listed life that owns least, one piece after the other. */
    @Test
    void spreadWithSeveralCopies() {
        for (long seed = 0; seed < 100; seed++) {
            for (CopyRequest request : settled(seed)) {
                int[] holders = CopyPlacement.place(request);
                for (int owner = 0; request.depth() > 1 && owner < request.members(); owner++) {
                    requireWithinOne(request, loadsAfterCrash(request, holders, owner), owner);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void stay(int mode) {
        for (CopyRequest request : requests()) {
            requireBest(request, CLASS_ARCS[mode]);
        }
    }

    /** In groups too large for the oracle, where many owners have copies to place at once. */
    @Test
    void fewClassesAreAsGoodAsAll() {
        for (int seed : new int[] {2, 8, 16, 21, 24, 75}) {
            CopyRequest request = CopyCases.change(seed);
            assertThat(CopyScore.of(request, CopyPlacement.place(request, 0)))
                    .as("seed %d", seed)
                    .isEqualTo(CopyScore.of(request, CopyPlacement.place(request, Integer.MAX_VALUE)));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void stayInLargerGroups(int mode) {
        for (long seed = 0; seed < 20_000; seed++) {
            requireBest(CopyCases.wild(seed), CLASS_ARCS[mode]);
        }
        for (long seed = 0; seed < 400; seed++) {
            CopyCases.history(seed, 120, 12, false).forEach(request -> requireBest(request, CLASS_ARCS[mode]));
        }
    }

    @Test
    void deterministic() {
        for (CopyRequest request : requests()) {
            int[] first = CopyPlacement.place(request);
            assertThat(CopyPlacement.place(request)).isEqualTo(first);
            int[] second = CopyPlacement.place(CopyCases.reversed(request));
            for (int piece = 0; piece < request.pieces(); piece++) {
                assertThat(holders(request, second, piece)).isEqualTo(holders(request, first, piece));
            }
        }
    }

    @Test
    void greedyPlacementKeepsApartAndZones() {
        for (CopyRequest request : requests()) {
            int[] holders = GreedyPlacement.place(request);
            requireApart(request, holders);
            requireZones(request, holders);
        }
    }

    private static List<CopyRequest> requests() {
        List<CopyRequest> requests = new ArrayList<>();
        for (long seed = 0; seed < 500; seed++) {
            requests.add(CopyCases.wild(seed));
        }
        for (long seed = 0; seed < 50; seed++) {
            requests.addAll(CopyCases.history(seed, 24, 5, false));
        }
        return requests;
    }

    private static List<CopyRequest> settled(long seed) {
        return CopyCases.history(seed, 60, 3, true).stream()
                .map(request -> request.withUnsettled(new BitSet()))
                .toList();
    }

    /** Tries all sets of holders of a piece: among those in the most zones, the most previous holders. */
    private static int mostKept(CopyRequest request, int piece, int copies) {
        List<Integer> eligible = List.copyOf(eligible(request, piece));
        int mostZones = 0;
        int mostKept = 0;
        for (int bits = 0; bits < 1 << eligible.size(); bits++) {
            if (Integer.bitCount(bits) == copies) {
                Set<Integer> set = new TreeSet<>();
                Set<Integer> zones = new TreeSet<>();
                for (int i = 0; i < eligible.size(); i++) {
                    if ((bits & 1 << i) != 0) {
                        set.add(eligible.get(i));
                        zones.add(request.zones()[eligible.get(i)]);
                    }
                }
                if (request.owners()[piece] != CopyRequest.NONE) {
                    zones.remove(request.zones()[request.owners()[piece]]);
                }
                int kept = kept(request, piece, set);
                mostKept = zones.size() > mostZones
                        ? kept
                        : zones.size() == mostZones ? Math.max(kept, mostKept) : mostKept;
                mostZones = Math.max(zones.size(), mostZones);
            }
        }
        return mostKept;
    }

    private static Set<Integer> eligible(CopyRequest request, int piece) {
        Set<Integer> eligible = new TreeSet<>();
        for (int member = 0; member < request.members(); member++) {
            if (request.weights()[member] > 0 && member != request.owners()[piece]) {
                eligible.add(member);
            }
        }
        return eligible;
    }

    private static int kept(CopyRequest request, int piece, Set<Integer> members) {
        return (int) members.stream()
                .filter(member -> request.heldBefore(piece, member))
                .count();
    }

    private static void requireBest(CopyRequest request, int classArcs) {
        CopyScore score = CopyScore.of(request, CopyPlacement.place(request, classArcs));
        assertThat(score).as("%s", show(request)).isEqualTo(CopyOracle.best(request));
    }

    private static void requireApart(CopyRequest request, int[] holders) {
        for (int piece = 0; piece < request.pieces(); piece++) {
            int owner = request.owners()[piece];
            Set<Integer> seen = holders(request, holders, piece);
            long given = Arrays.stream(holders, piece * request.depth(), (piece + 1) * request.depth())
                    .filter(holder -> holder != CopyRequest.NONE)
                    .count();
            int eligible = eligible(request, piece).size();
            assertThat(seen).as("%s", show(request)).doesNotContain(owner).hasSize((int) given);
            assertThat(seen).allMatch(member -> request.weights()[member] > 0);
            assertThat(given).isEqualTo(Math.min(request.depth(), eligible));
        }
    }

    private static void requireZones(CopyRequest request, int[] holders) {
        assertThat(keepsZones(request, holders))
                .as("%s: %s", show(request), Arrays.toString(holders))
                .isTrue();
    }

    /** Whether the copies of every piece are in as many zones besides the owner's as they can. */
    private static boolean keepsZones(CopyRequest request, int[] holders) {
        for (int piece = 0; piece < request.pieces(); piece++) {
            int owner = request.owners()[piece];
            Set<Integer> seen = new TreeSet<>();
            Set<Integer> others = new TreeSet<>();
            holders(request, holders, piece).forEach(holder -> seen.add(request.zones()[holder]));
            eligible(request, piece).forEach(member -> others.add(request.zones()[member]));
            if (owner != CopyRequest.NONE) {
                seen.remove(request.zones()[owner]);
                others.remove(request.zones()[owner]);
            }
            if (seen.size() != Math.min(request.depth(), others.size())) {
                return false;
            }
        }
        return true;
    }

    private static void requireSpread(CopyRequest request, int[] holders, int owner) {
        int n = request.members();
        int[] copies = new int[n];
        int owned = 0;
        for (int piece = 0; piece < request.pieces(); piece++) {
            if (request.owners()[piece] == owner) {
                owned++;
                copies[holders[piece]]++;
            }
        }
        for (int member = 0; member < n; member++) {
            if (member != owner) {
                assertThat(copies[member])
                        .as("%s", show(request))
                        .isBetween(owned / (n - 1), -Math.floorDiv(-owned, n - 1));
            }
        }
        int[] loads = loadsAfterCrash(request, holders, owner);
        requireWithinOne(request, loads, owner);
        if (request.pieces() % n == 0) {
            int[] survivors = survivors(loads, owner);
            assertThat(Arrays.stream(survivors).max().orElseThrow()
                            - Arrays.stream(survivors).min().orElseThrow())
                    .isLessThanOrEqualTo(1);
        }
    }

    private static void requireWithinOne(CopyRequest request, int[] loads, int crashed) {
        int share = request.pieces() / (request.members() - 1);
        int ceil = -Math.floorDiv(-request.pieces(), request.members() - 1);
        for (int load : survivors(loads, crashed)) {
            assertThat(load)
                    .as("%s after the crash of %d", show(request), crashed)
                    .isBetween(share - 1, ceil + 1);
        }
    }

    private static int[] survivors(int[] loads, int crashed) {
        int[] survivors = Arrays.copyOf(loads, loads.length - 1);
        System.arraycopy(loads, crashed + 1, survivors, crashed, survivors.length - crashed);
        return survivors;
    }

    private static int[] loadsAfterCrash(CopyRequest request, int[] holders, int crashed) {
        int[] loads = new int[request.members()];
        for (int owner : request.owners()) {
            loads[owner]++;
        }
        loads[crashed] = 0;
        for (int piece = 0; piece < request.pieces(); piece++) {
            if (request.owners()[piece] == crashed) {
                int heir = CopyRequest.NONE;
                for (int holder : holders(request, holders, piece)) {
                    heir = heir == CopyRequest.NONE || loads[holder] < loads[heir] ? holder : heir;
                }
                loads[heir]++;
            }
        }
        return loads;
    }

    private static Set<Integer> holders(CopyRequest request, int[] holders, int piece) {
        Set<Integer> set = new TreeSet<>();
        for (int slot = piece * request.depth(); slot < (piece + 1) * request.depth(); slot++) {
            if (holders[slot] != CopyRequest.NONE) {
                set.add(holders[slot]);
            }
        }
        return set;
    }

    private static String show(CopyRequest request) {
        return request.depth() + " copies, owners " + Arrays.toString(request.owners()) + ", before "
                + Arrays.toString(request.previous()) + " of " + request.previousDepth() + ", weights "
                + Arrays.toString(request.weights()) + ", zones " + Arrays.toString(request.zones()) + ", unsettled "
                + IntStream.range(0, request.pieces())
                        .filter(request::isUnsettled)
                        .boxed()
                        .toList();
    }
}
