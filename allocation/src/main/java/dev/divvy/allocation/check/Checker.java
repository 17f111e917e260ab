package dev.divvy.allocation.check;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Law;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds what is wrong with an allocation by looking at it alone, with arithmetic of its own so that it can judge the allocators;
 * tests, the simulator and the runtime use the same one. {@link StepChecker} looks at two in a row.
 */
public final class Checker {

    private static final int MOST_OF_A_FAULT = 5;

    private final Allocation allocation;
    private final AllocationRequest request;
    private final int[] owners;
    private final List<Finding> findings = new ArrayList<>();

    private Checker(Allocation allocation) {
        this.allocation = allocation;
        this.request = AllocationRequest.of(
                allocation.pieces(), allocation.roster(), allocation.directives(), Optional.empty());
        this.owners = allocation.division().owners();
    }

    /** The faults, at most a few of each; none when all is well. BALANCED is judged only if the allocator promises it. */
    public static List<Finding> check(Allocation allocation, Set<Law> laws) {
        Checker checker = new Checker(allocation);
        checker.owners();
        checker.pins();
        if (laws.contains(Law.BALANCED)) {
            checker.balance();
        }
        checker.copies();
        return checker.findings;
    }

    private void owners() {
        Roster roster = request.roster();
        for (int piece = 0; piece < owners.length; piece++) {
            if (owners[piece] == Division.NOBODY) {
                if (roster.weight() > 0) {
                    found(Fault.PIECE_WITHOUT_OWNER, name(piece));
                }
            } else if (roster.get(owners[piece]).weight() == 0) {
                found(Fault.OWNER_NOT_ELIGIBLE, name(piece) + " belongs to " + member(owners[piece]));
            }
        }
    }

    private void pins() {
        allocation.directives().pins().forEach((name, id) -> {
            int piece = allocation.pieces().indexOf(name);
            int member = request.roster().indexOf(id);
            boolean applies =
                    piece >= 0 && member >= 0 && request.roster().get(member).weight() > 0;
            if (applies && owners[piece] != member) {
                found(Fault.PIN_IGNORED, name(piece) + " is pinned to " + id + " but belongs to " + at(piece));
            }
        });
    }

    private void balance() {
        Roster roster = request.roster();
        long weight = roster.weight();
        if (weight == 0) {
            return;
        }
        for (int member = 0; member < roster.size(); member++) {
            Runs open = allocation.division().of(member).and(request.open());
            long share = (long) request.open().count() * roster.get(member).weight();
            long floor = share / weight;
            long ceil = (share + weight - 1) / weight;
            if (open.count() < floor || open.count() > ceil) {
                found(
                        Fault.UNBALANCED,
                        member(member) + " has " + open.count() + " unpinned pieces; its share is " + floor
                                + (ceil > floor ? " or " + ceil : ""));
            }
        }
    }

    private void copies() {
        Copies copies = allocation.holders().copies();
        long eligible = request.roster().members().stream()
                .filter(member -> member.weight() > 0)
                .count();
        long zones = request.roster().members().stream()
                .filter(member -> member.weight() > 0)
                .map(member -> member.zone().orElse(""))
                .distinct()
                .count();
        for (int piece = 0; piece < owners.length && copies.depth() > 0; piece++) {
            Set<Integer> seen = new TreeSet<>();
            Set<String> places = new TreeSet<>();
            if (owners[piece] != Division.NOBODY) {
                seen.add(owners[piece]);
                places.add(zone(owners[piece]));
            }
            for (int level = 0; level < copies.depth(); level++) {
                int holder = copies.holder(piece, level);
                if (holder == Division.NOBODY) {
                    continue;
                }
                if (!seen.add(holder) || request.roster().get(holder).weight() == 0) {
                    found(Fault.COPY_MISPLACED, "copy " + level + " of " + name(piece) + " at " + member(holder));
                }
                places.add(zone(holder));
            }
            if (seen.size() < Math.min(eligible, copies.depth() + 1L)) {
                found(Fault.COPY_MISSING, name(piece) + " is with " + seen.size() + " members");
            }
            if (places.size() < Math.min(zones, copies.depth() + 1L)) {
                found(Fault.COPY_IN_SAME_ZONE, name(piece) + " is in the zones " + places + " of " + zones);
            }
        }
    }

    private void found(Fault fault, String what) {
        if (findings.stream().filter(finding -> finding.fault() == fault).count() < MOST_OF_A_FAULT) {
            findings.add(new Finding(fault, what));
        }
    }

    private String name(int piece) {
        return "piece " + allocation.pieces().name(piece);
    }

    private String at(int piece) {
        return owners[piece] == Division.NOBODY ? "nobody" : member(owners[piece]);
    }

    private String member(int member) {
        return allocation.roster().get(member).id();
    }

    private String zone(int member) {
        return allocation.roster().get(member).zone().orElse("");
    }
}
