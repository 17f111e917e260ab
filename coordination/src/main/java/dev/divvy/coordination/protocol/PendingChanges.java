package dev.divvy.coordination.protocol;

import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.PlanInputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Operator requests applied to the current plan inputs.
 *
 * @param inputs the inputs after all granted requests
 * @param granted the requests that can be fulfilled, in the order in which they were made
 * @param refused the other requests, with the reasons
 */
record PendingChanges(PlanInputs inputs, List<OperatorRequest> granted, Map<OperatorRequest, String> refused) {

    static PendingChanges of(PlanInputs current, List<OperatorRequest> requests) {
        PlanInputs inputs = current;
        List<OperatorRequest> granted = new ArrayList<>();
        Map<OperatorRequest, String> refused = new LinkedHashMap<>();
        for (OperatorRequest request : requests) {
            try {
                inputs = after(inputs, request.change());
                granted.add(request);
            } catch (RuntimeException e) {
                refused.put(request, String.valueOf(e.getMessage()));
            }
        }
        return new PendingChanges(inputs, granted, refused);
    }

    private static PlanInputs after(PlanInputs inputs, Change change) {
        if (change instanceof Change.Join || change instanceof Change.Leave) {
            throw new IllegalArgumentException(
                    "membership is decided by the cards on the board, not by request: " + change);
        }
        return inputs.after(List.of(change));
    }
}
