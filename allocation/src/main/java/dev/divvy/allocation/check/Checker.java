package dev.divvy.allocation.check;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Law;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the faults of a single allocation. It has arithmetic of its own, so that it can judge the allocators; tests and the simulator use
 * it. {@link StepChecker} checks two successive allocations.
 */
public final class Checker {

    private static final int MAX_PER_FAULT = 5;

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

    /**
     * Returns the faults, at most a few of each kind. BALANCED is checked only if the allocator promises it, and not of an epoch that
     * promoted copies; COPY_UNEVEN only of an epoch in which every piece has its first owner. {@link StepChecker} checks it of the others,
     * as it depends on what was settled before.
     */
    public static List<Finding> check(Allocation allocation, Set<Law> laws) {
        Checker checker = new Checker(allocation);
        checker.checkOwners();
        checker.checkPins();
        if (laws.contains(Law.BALANCED) && !checker.hasPromoted()) {
            checker.checkBalance();
        }
        checker.checkCopies();
        if (checker.isFirst()) {
            CopyChecker.find(checker.request, allocation.holders(), owner -> 0)
                    .ifPresent(fault ->
                            checker.report(fault, allocation.holders().copies().toString()));
        }
        return checker.findings;
    }

    private boolean isFirst() {
        for (int piece = 0; piece < owners.length; piece++) {
            Tenure tenure = allocation.tenureOf(piece);
            if (tenure.from().isPresent() || tenure.since() < allocation.epoch()) {
                return false;
            }
        }
        return true;
    }

    private boolean hasPromoted() {
        for (int piece = 0; piece < owners.length; piece++) {
            Tenure tenure = allocation.tenureOf(piece);
            if (tenure.rule() == Rule.PROMOTED && tenure.since() == allocation.epoch()) {
                return true;
            }
        }
        return false;
    }

    private void checkOwners() {
        boolean anyUnrestricted = request.roster().weight() > 0;
        for (int piece = 0; piece < owners.length; piece++) {
            if (owners[piece] == Division.NO_MEMBER) {
                if (anyUnrestricted || !request.unpinned().contains(piece)) {
                    report(Fault.PIECE_WITHOUT_OWNER, name(piece));
                }
            } else if (!mayOwn(owners[piece], piece)) {
                report(Fault.OWNER_NOT_ELIGIBLE, name(piece) + " belongs to " + member(owners[piece]));
            }
        }
    }

    /** Whether a member may own a piece: a reserved one only if it is restricted to it. */
    private boolean mayOwn(int index, int piece) {
        Member member = request.weighed().get(index);
        return member.mayOwn(piece)
                && (member.restriction().isPresent() || !request.reserved().contains(piece));
    }

    private void checkPins() {
        allocation.directives().pins().forEach((name, id) -> {
            int piece = allocation.pieces().indexOf(name);
            int member = request.weighed().indexOf(id);
            boolean applies =
                    piece >= 0 && member >= 0 && request.weighed().get(member).mayOwn(piece);
            if (applies && owners[piece] != member) {
                report(Fault.PIN_IGNORED, name(piece) + " is pinned to " + id + " but belongs to " + ownerOf(piece));
            }
        });
    }

    private void checkBalance() {
        Roster roster = request.roster();
        long weight = roster.weight();
        if (weight == 0) {
            return;
        }
        for (int member = 0; member < roster.size(); member++) {
            Runs unpinned = allocation.division().of(member).and(request.unpinned());
            long share = (long) request.unpinned().count() * roster.get(member).weight();
            long floor = share / weight;
            long ceil = (share + weight - 1) / weight;
            if (unpinned.count() < floor || unpinned.count() > ceil) {
                report(
                        Fault.UNBALANCED,
                        member(member) + " has " + unpinned.count() + " unpinned pieces; its share is " + floor
                                + (ceil > floor ? " or " + ceil : ""));
            }
        }
    }

    private void checkCopies() {
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
            Set<String> zonesSeen = new TreeSet<>();
            if (owners[piece] != Division.NO_MEMBER) {
                seen.add(owners[piece]);
                zonesSeen.add(zone(owners[piece]));
            }
            for (int level = 0; level < copies.depth(); level++) {
                int holder = copies.holder(piece, level);
                if (holder == Division.NO_MEMBER) {
                    continue;
                }
                if (!seen.add(holder) || request.roster().get(holder).weight() == 0) {
                    report(Fault.COPY_MISPLACED, "copy " + level + " of " + name(piece) + " at " + member(holder));
                }
                zonesSeen.add(zone(holder));
            }
            if (seen.size() < Math.min(eligible, copies.depth() + 1L)) {
                report(Fault.COPY_MISSING, name(piece) + " is held by " + seen.size() + " members");
            }
            if (zonesSeen.size() < Math.min(zones, copies.depth() + 1L)) {
                report(Fault.COPY_IN_SAME_ZONE, name(piece) + " is in the zones " + zonesSeen + " of " + zones);
            }
        }
    }

    private void report(Fault fault, String detail) {
        if (findings.stream().filter(finding -> finding.fault() == fault).count() < MAX_PER_FAULT) {
            findings.add(new Finding(fault, detail));
        }
    }

    private String name(int piece) {
        return "piece " + allocation.pieces().name(piece);
    }

    private String ownerOf(int piece) {
        return owners[piece] == Division.NO_MEMBER ? "nobody" : member(owners[piece]);
    }

    private String member(int member) {
        return allocation.roster().get(member).id();
    }

    private String zone(int member) {
        return allocation.roster().get(member).zone().orElse("");
    }
}
