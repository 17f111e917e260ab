package dev.divvy.allocation.copies;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Requests drawn from seeds. */
final class CopyCases {

    private CopyCases() {}

    /** Owners, previous holders, weights and zones without any order: everything that is legal. */
    static CopyRequest wild(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 1 + random.nextInt(7);
        int pieces = 1 + random.nextInt(14);
        int depth = 1 + random.nextInt(3);
        int[] weights = weights(random, n);
        int[] zones = zones(random, n);
        int[] owners = new int[pieces];
        boolean unowned = random.nextInt(8) == 0;
        Arrays.setAll(owners, piece -> unowned && random.nextInt(3) == 0 ? CopyRequest.NONE : random.nextInt(n));
        int previousDepth = random.nextInt(4) == 0 ? random.nextInt(4) : depth;
        int[] previous = new int[pieces * previousDepth];
        Arrays.setAll(previous, slot -> random.nextInt(n + 1) - 1);
        BitSet unsettled = new BitSet();
        int most = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(3);
        for (int piece = 0; piece < pieces; piece++) {
            unsettled.set(piece, random.nextInt(3) < most);
        }
        return new CopyRequest(depth, owners, previousDepth, previous, weights, zones).withUnsettled(unsettled);
    }

    /**
     * The requests of a group whose pieces are divided by the sticky allocator: joins, leaves, restarts, several at once, by weight; after
     * some steps all owners have settled, after others some or none.
     */
    static List<CopyRequest> history(long seed, int mostPieces, int steps, boolean plain) {
        SplittableRandom random = new SplittableRandom(seed);
        int depth = 1 + random.nextInt(3);
        int zones = plain || random.nextInt(3) == 0 ? 1 : 2 + random.nextInt(3);
        boolean weighted = !plain && random.nextInt(3) == 0;
        Planner planner = new Planner(
                        new Sticky(random.nextBoolean() ? Sticky.Policy.RUNS : Sticky.Policy.FORMER_OWNER))
                .replicated(depth);
        Roster roster = Roster.EMPTY;
        int named = 0;
        while (roster.size() < 3 + (int) (seed % 5)) {
            roster = roster.with(member(named++, zones, weighted, random));
        }
        int pieces = mostPieces / 2 + random.nextInt(mostPieces / 2);
        Allocation now = planner.first(new Version("x", 1), Tokens.sql(pieces), roster, Directives.NONE);
        List<CopyRequest> requests = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            Acknowledgements acknowledgements = acknowledgements(now, random);
            if (random.nextInt(8) == 0) {
                Member restarted = roster.get(random.nextInt(roster.size()));
                roster = roster.with(restarted.withIncarnation(step + 2L));
            }
            for (int changes = random.nextInt(4) == 0 ? 3 : 1; changes > 0; changes--) {
                boolean leave = roster.size() > 2 && random.nextInt(roster.size() > 8 ? 1 : 2) == 0;
                roster = leave
                        ? roster.without(
                                roster.get(random.nextInt(roster.size())).id())
                        : roster.with(member(named++, zones, weighted, random));
            }
            PlanInputs inputs = new PlanInputs(now.pieces(), roster, Directives.NONE);
            Allocation next = planner.next(now, inputs, acknowledgements);
            AllocationRequest request = Planner.request(now, inputs, acknowledgements, planner.replication());
            requests.add(CopyRequests.of(request, next.division(), depth, acknowledgements::settled));
            now = next;
        }
        return requests;
    }

    /** A larger group with evenly owned pieces, in which one member joins, leaves or has another weight. */
    static CopyRequest change(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 40 + random.nextInt(30);
        int zoneCount = 5 + random.nextInt(6);
        int depth = 2 + random.nextInt(2);
        int pieces = n * (10 + random.nextInt(30));
        int[] weights = new int[n + 1];
        Arrays.fill(weights, 0, n, 1);
        int[] zones = new int[n + 1];
        Arrays.setAll(zones, member -> member % zoneCount);
        int[] owners = new int[pieces];
        Arrays.setAll(owners, piece -> piece * n / pieces);
        int[] before = CopyPlacement.place(new CopyRequest(depth, owners, 0, new int[0], weights.clone(), zones));
        int kind = random.nextInt(3);
        int changed = random.nextInt(n);
        if (kind == 0) {
            weights[n] = 1;
            for (int i = 0; i < pieces / (n + 1); i++) {
                owners[(int) ((long) i * (n + 1) % pieces)] = n;
            }
        } else if (kind == 1) {
            weights[changed] = 0;
            Arrays.setAll(owners, piece -> owners[piece] == changed ? before[piece * depth] : owners[piece]);
            Arrays.setAll(before, slot -> before[slot] == changed ? CopyRequest.NONE : before[slot]);
        } else {
            Arrays.fill(weights, 0, n, 2);
            weights[changed] = random.nextBoolean() ? 1 : 4;
        }
        BitSet unsettled = new BitSet();
        for (int piece = 0; kind == 1 && piece < pieces; piece++) {
            unsettled.set(piece, random.nextInt(4) == 0);
        }
        return new CopyRequest(depth, owners, depth, before, weights, zones).withUnsettled(unsettled);
    }

    /** All members are present; all of them have settled, or none, or some. */
    private static Acknowledgements acknowledgements(Allocation now, SplittableRandom random) {
        int most = random.nextInt(4);
        TreeMap<Incarnation, Long> epochs = new TreeMap<>();
        TreeMap<Incarnation, Long> settled = new TreeMap<>();
        for (Member member : now.roster().members()) {
            epochs.put(member.incarnation(), now.epoch());
            settled.put(member.incarnation(), random.nextInt(3) < most ? now.epoch() : 0);
        }
        return Acknowledgements.of(epochs, settled);
    }

    /** The same request with the previous holders of each piece in reverse order. */
    static CopyRequest reversed(CopyRequest request) {
        int depth = request.previousDepth();
        int[] previous = new int[request.previous().length];
        for (int slot = 0; slot < previous.length; slot++) {
            previous[slot] = request.previous()[slot / depth * depth + depth - 1 - slot % depth];
        }
        BitSet unsettled = new BitSet();
        for (int piece = 0; piece < request.pieces(); piece++) {
            unsettled.set(piece, request.isUnsettled(piece));
        }
        return new CopyRequest(request.depth(), request.owners(), depth, previous, request.weights(), request.zones())
                .withUnsettled(unsettled);
    }

    private static Member member(int number, int zones, boolean weighted, SplittableRandom random) {
        Member member = Member.of("m" + number).withWeight(weighted ? 1 + random.nextInt(3) : 1);
        return zones == 1 ? member : member.inZone("z" + random.nextInt(zones));
    }

    private static int[] weights(SplittableRandom random, int n) {
        boolean equal = random.nextInt(3) > 0;
        int[] weights = new int[n];
        Arrays.setAll(weights, member -> equal ? 1 : 1 + random.nextInt(4));
        if (random.nextInt(4) == 0) {
            weights[random.nextInt(n)] = 0;
        }
        return weights;
    }

    private static int[] zones(SplittableRandom random, int n) {
        int count = random.nextBoolean() ? 1 : 1 + random.nextInt(4);
        int[] zones = new int[n];
        Arrays.setAll(zones, member -> random.nextInt(count));
        return zones;
    }
}
