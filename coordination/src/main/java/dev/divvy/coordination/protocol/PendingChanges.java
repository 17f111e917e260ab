package dev.divvy.coordination.protocol;

import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.PlanInputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked for, held against the terms of today.
 *
 * @param terms what they become
 * @param granted what can be, in the order in which it was asked for
 * @param refused what cannot be, and why
 */
record PendingChanges(PlanInputs terms, List<OperatorRequest> granted, Map<OperatorRequest, String> refused) {

    static PendingChanges of(PlanInputs today, List<OperatorRequest> asked) {
        PlanInputs terms = today;
        List<OperatorRequest> granted = new ArrayList<>();
        Map<OperatorRequest, String> refused = new LinkedHashMap<>();
        for (OperatorRequest one : asked) {
            try {
                terms = after(terms, one.change());
                granted.add(one);
            } catch (RuntimeException e) {
                refused.put(one, String.valueOf(e.getMessage()));
            }
        }
        return new PendingChanges(terms, granted, refused);
    }

    private static PlanInputs after(PlanInputs terms, Change change) {
        if (change instanceof Change.Join || change instanceof Change.Leave) {
            throw new IllegalArgumentException(
                    "who is a member is decided by the cards on the board, not by asking: " + change);
        }
        return terms.after(List.of(change));
    }
}
