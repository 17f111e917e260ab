package dev.divvy.cli.story;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.plan.Witness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The seed's cache in small: numbered nodes, each with the keys that it has an entry for. A fill puts every key on its owner. What
 * becomes of entries whose owner changes is the difference between the seed, where they stay behind, and Divvy, where they are
 * handed over.
 */
final class SeedCache {

    static final int NODES = 5;

    private final Planner planner;
    private final boolean handsOver;
    private final int[] pieceOfKey;
    private final Map<String, BitSet> entries = new TreeMap<>();
    private Allocation now;
    private int changed;

    private SeedCache(Allocator allocator, Pieces pieces, int[] pieceOfKey, boolean handsOver) {
        this.planner = new Planner(allocator);
        this.pieceOfKey = pieceOfKey;
        this.handsOver = handsOver;
        List<Member> nodes = new ArrayList<>();
        for (int node = 1; node <= NODES; node++) {
            nodes.add(Member.of(id(node)));
            entries.put(id(node), new BitSet());
        }
        now = planner.first(new Version("seed", 1), pieces, Roster.of(nodes), Directives.NONE);
    }

    /** Every key is a piece of its own, as before the seed had tokens. */
    static SeedCache ofKeys(Allocator allocator, List<String> keys) {
        Units units = Units.of(keys);
        return new SeedCache(
                allocator, units, keys.stream().mapToInt(units::indexOf).toArray(), false);
    }

    /** Keys belong to tokens; entries of a token that moves stay where they are. */
    static SeedCache ofTokens(Allocator allocator, List<String> keys, int count) {
        return ofTokens(allocator, keys, count, false);
    }

    /** Keys belong to tokens; entries of a token that moves go with it, unless their node is dead. */
    static SeedCache handingOver(Allocator allocator, List<String> keys, int count) {
        return ofTokens(allocator, keys, count, true);
    }

    private static SeedCache ofTokens(Allocator allocator, List<String> keys, int count, boolean handsOver) {
        Tokens tokens = Tokens.wide(count);
        return new SeedCache(
                allocator, tokens, keys.stream().mapToInt(tokens::tokenOf).toArray(), handsOver);
    }

    SeedCache fill() {
        String[] owners = ownerOfKey();
        for (int key = 0; key < owners.length; key++) {
            entriesOf(owners[key]).set(key);
        }
        changed = 0;
        return this;
    }

    /** The node dies with its entries. */
    SeedCache kill(int node) {
        entries.remove(id(node));
        return change(now.roster().without(id(node)));
    }

    /** An empty node comes up: a new one, or one that died before. */
    SeedCache start(int node) {
        entries.put(id(node), new BitSet());
        return change(now.roster().with(Member.of(id(node)).withIncarnation(now.epoch())));
    }

    private SeedCache change(Roster roster) {
        String[] before = ownerOfKey();
        now = planner.next(now, now.pieces(), roster, Directives.NONE, Witness.NOBODY);
        String[] after = ownerOfKey();
        changed = 0;
        for (int key = 0; key < before.length; key++) {
            if (!before[key].equals(after[key])) {
                changed++;
                if (handsOver
                        && entries.containsKey(before[key])
                        && entriesOf(before[key]).get(key)) {
                    entriesOf(before[key]).clear(key);
                    entriesOf(after[key]).set(key);
                }
            }
        }
        return this;
    }

    Stock stock() {
        String[] owners = ownerOfKey();
        int missing = 0;
        for (int key = 0; key < owners.length; key++) {
            missing += entriesOf(owners[key]).get(key) ? 0 : 1;
        }
        Map<Integer, Stock.Node> nodes = new TreeMap<>();
        for (int node = 1; node <= NODES + 1; node++) {
            BitSet held = entries.get(id(node));
            if (held != null) {
                nodes.put(node, new Stock.Node(held.cardinality(), now.piecesOf(id(node))));
            }
        }
        return new Stock(nodes, owners.length, missing, changed);
    }

    private BitSet entriesOf(String node) {
        BitSet held = entries.get(node);
        if (held == null) {
            throw new IllegalStateException(node + " is down and owns a key");
        }
        return held;
    }

    private String[] ownerOfKey() {
        int[] owners = now.division().owners();
        String[] ids = new String[pieceOfKey.length];
        for (int key = 0; key < ids.length; key++) {
            ids[key] = now.roster().get(owners[pieceOfKey[key]]).id();
        }
        return ids;
    }

    private static String id(int node) {
        return "apothik_" + node;
    }
}
