package dev.divvy.distributor.table;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.classic.Ring;
import dev.divvy.allocation.classic.WholeShares;
import dev.divvy.allocation.stable.Stable;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.distributor.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Divides units among services by running the allocator of a strategy. */
final class UnitDivision {

    private static final Version BEFORE = new Version("table", 1);

    private UnitDivision() {}

    /** Divides the units among these services, each unit once. */
    static Map<String, List<String>> of(
            Strategy strategy, Collection<String> services, Units units, AssignmentTable before) {
        Roster roster = roster(services);
        Division division = allocator(strategy).allocate(request(strategy, roster, units, before));
        Map<String, List<String>> table = new TreeMap<>();
        for (int service = 0; service < roster.size(); service++) {
            List<String> names = new ArrayList<>();
            division.of(service).forEach(unit -> names.add(units.name(unit)));
            table.put(roster.get(service).id(), names);
        }
        return table;
    }

    /** Returns the request to the allocator; only the sticky one gets the previous table. */
    private static AllocationRequest request(Strategy strategy, Roster roster, Units units, AssignmentTable before) {
        return AllocationRequest.of(
                units,
                roster,
                Directives.NONE,
                strategy == Strategy.STICKY ? Optional.of(allocation(before, units, roster)) : Optional.empty());
    }

    /** Converts the previous table to an allocation of the current units; services outside of the roster own nothing in it. */
    private static Allocation allocation(AssignmentTable before, Units units, Roster roster) {
        int[] owners = new int[units.count()];
        Arrays.fill(owners, Division.NO_MEMBER);
        for (int service = 0; service < roster.size(); service++) {
            for (String unit : before.unitsOf(roster.get(service).id())) {
                int piece = units.indexOf(unit);
                if (piece >= 0 && owners[piece] == Division.NO_MEMBER) {
                    owners[piece] = service;
                }
            }
        }
        Holders holders = new Holders(
                Division.ofOwners(roster.size(), owners),
                Tenures.all(units.count(), Tenure.neverOwned(BEFORE.epoch())));
        return new Allocation(BEFORE, units, roster, Directives.NONE, holders, List.of());
    }

    private static Allocator allocator(Strategy strategy) {
        return switch (strategy) {
            case STABLE -> new Stable();
            case STICKY -> new Sticky(Sticky.Policy.RUNS);
            case RING -> new Ring();
            case ORIGINAL -> new WholeShares();
        };
    }

    private static Roster roster(Collection<String> services) {
        return Roster.of(services.stream().map(Member::of).toList());
    }
}
