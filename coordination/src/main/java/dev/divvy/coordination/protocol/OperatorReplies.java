package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.PlanInputs;
import java.util.List;
import java.util.Optional;

/** Replies to the operator requests sent through this member: published, already in force, or refused. */
final class OperatorReplies {

    private OperatorReplies() {}

    /** Replies to requests up to this number that are already in force or cannot be fulfilled, by the board that was last read. */
    static StepResult fromBoard(ProtocolState before, long upTo) {
        if (before.view().allocation().isEmpty()) {
            return StepResult.to(before);
        }
        PlanInputs current = new PlanInputs(
                before.view().allocation().get().pieces(),
                before.view().eligible(),
                before.view().allocation().get().directives());
        List<OperatorRequest> decidable = before.requests().stream()
                .filter(request -> request.number() <= upTo)
                .toList();
        PendingChanges changes = PendingChanges.of(current, decidable);
        StepResult result = StepResult.to(before);
        for (OperatorRequest request : decidable) {
            Optional<String> refusal = Optional.ofNullable(changes.refused().get(request));
            if (refusal.isPresent() || changes.inputs().equals(current)) {
                result = result.then(answered(result.state(), request, refusal));
            }
        }
        return result;
    }

    /** Replies to requests that are part of a published allocation. */
    static StepResult published(ProtocolState before, List<OperatorRequest> done) {
        StepResult result = StepResult.to(before);
        for (OperatorRequest request : done) {
            result = result.then(answered(result.state(), request, Optional.empty()));
        }
        return result;
    }

    /** Refuses unpublished exclusive jobs of an ejected incarnation, which can no longer run them. */
    static StepResult ejected(ProtocolState before, Incarnation incarnation) {
        StepResult result = StepResult.to(before);
        for (OperatorRequest request : before.requests()) {
            if (request.change().equals(new Change.Exclusive(incarnation))) {
                result = result.then(
                        answered(result.state(), request, Optional.of(incarnation + " was ejected from the board")));
            }
        }
        return result;
    }

    private static StepResult answered(ProtocolState before, OperatorRequest request, Optional<String> refusal) {
        if (!before.requests().contains(request)) {
            return StepResult.to(before);
        }
        return StepResult.to(
                before.withRequests(before.requests().stream()
                        .filter(other -> other.number() != request.number())
                        .toList()),
                new MemberEvent.Answered(request, refusal));
    }
}
