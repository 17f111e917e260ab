package dev.divvy.distributor.table;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.support.NameRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table as the division of a group: its services are the members, its units the pieces. A unit in several fields belongs to the first of
 * their services. Names that no group can have, as after a change by hand, are left out, and with such a service its units.
 *
 * @param problem why the division is not the whole table; empty when it is
 */
record TableDivision(Units units, Roster roster, Division division, Optional<String> problem) {

    /** @throws IllegalArgumentException if the table has more services or units than a group can have */
    static TableDivision of(AssignmentTable table) {
        List<Member> services = new ArrayList<>();
        List<List<String>> owned = new ArrayList<>();
        Set<String> assigned = new HashSet<>();
        int invalid = 0;
        int shared = 0;
        for (String service : table.fields().keySet()) {
            if (NameRules.fault(service, NameRules.LONGEST).isPresent()) {
                invalid++;
                continue;
            }
            List<String> own = new ArrayList<>();
            for (String unit : new HashSet<>(table.unitsOf(service))) {
                if (NameRules.fault(unit, NameRules.LONGEST_UNIT).isPresent()) {
                    invalid++;
                } else if (assigned.add(unit)) {
                    own.add(unit);
                } else {
                    shared++;
                }
            }
            services.add(Member.of(service));
            owned.add(own);
        }
        Units units = Units.of(assigned);
        return new TableDivision(units, Roster.of(services), division(units, owned), problem(invalid, shared));
    }

    /** @param owned the units of each service, in the order of the roster */
    private static Division division(Units units, List<List<String>> owned) {
        int[] owners = new int[units.count()];
        for (int service = 0; service < owned.size(); service++) {
            for (String unit : owned.get(service)) {
                owners[units.indexOf(unit)] = service;
            }
        }
        return Division.ofOwners(owned.size(), owners);
    }

    private static Optional<String> problem(int invalid, int shared) {
        List<String> problems = new ArrayList<>();
        if (shared > 0) {
            problems.add("the table has units in several fields (" + shared
                    + " times), as when each namespace divides them: each unit is shown at the first of its services");
        }
        if (invalid > 0) {
            problems.add("the table has names that cannot be used (" + invalid + "): they are not shown");
        }
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
    }
}
