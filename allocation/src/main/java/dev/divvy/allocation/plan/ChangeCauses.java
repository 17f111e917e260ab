package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Describes the changes at an epoch in words, for its summary. */
final class ChangeCauses {

    private ChangeCauses() {}

    /** @param previous the previous allocation, over its own pieces, which may differ from the request's */
    static List<String> of(Allocation previous, AllocationRequest request, Directives directives) {
        List<String> causes = new ArrayList<>();
        Roster before = previous.directives().applyTo(previous.roster());
        for (int i = 0; i < request.weighed().size(); i++) {
            Member member = request.weighed().get(i);
            int previousIndex = request.previousIndex(i);
            if (previousIndex < 0) {
                causes.add(member.id() + " joined");
            } else if (!before.get(previousIndex).incarnation().equals(member.incarnation())) {
                causes.add(member.id() + " rejoined");
            } else if (before.get(previousIndex).weight() != member.weight()
                    && directives.atRest() == previous.directives().atRest()) {
                causes.add(member.weight() == 0 ? member.id() + " drains" : member.id() + " weighs " + member.weight());
            }
        }
        for (int i = 0; i < before.size(); i++) {
            if (request.currentIndex(i) < 0) {
                causes.add(before.get(i).id() + " left");
            }
        }
        directives(previous.directives(), directives, causes);
        if (!request.pieces().equals(previous.pieces())) {
            causes.add(pieces(previous.pieces(), request.pieces()));
        }
        return shortened(causes);
    }

    private static void directives(Directives before, Directives now, List<String> causes) {
        if (!now.pins().equals(before.pins())) {
            causes.add("pins changed");
        }
        if (now.suspended() != before.suspended()) {
            causes.add(now.suspended() ? "suspended" : "resumed");
        }
        if (!now.exclusive().equals(before.exclusive())) {
            before.exclusive()
                    .ifPresent(incarnation -> causes.add("exclusive job of " + incarnation.member() + " ends"));
            now.exclusive()
                    .ifPresent(incarnation -> causes.add("exclusive job of " + incarnation.member() + " begins"));
        }
    }

    private static String pieces(Pieces before, Pieces now) {
        if (now.splitOf(before) > 1) {
            return before.count() + " tokens were split into " + now.count();
        }
        long removed =
                Arrays.stream(now.placesOf(before)).filter(place -> place < 0).count();
        long added = now.count() - (before.count() - removed);
        return added + (added == 1 ? " unit" : " units") + " added, " + removed + " removed";
    }

    static List<EpochSummary> appended(List<EpochSummary> history, EpochSummary summary) {
        List<EpochSummary> all = new ArrayList<>(history);
        all.add(summary);
        return all.subList(Math.max(0, all.size() - Allocation.LONGEST_HISTORY), all.size());
    }

    private static List<String> shortened(List<String> causes) {
        if (causes.size() <= EpochSummary.MOST_CAUSES) {
            return causes;
        }
        int listed = EpochSummary.MOST_CAUSES - 1;
        List<String> first = new ArrayList<>(causes.subList(0, listed));
        first.add("and " + (causes.size() - listed) + " more");
        return first;
    }
}
