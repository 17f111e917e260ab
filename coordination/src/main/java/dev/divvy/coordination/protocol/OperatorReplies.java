package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.PlanInputs;
import java.util.List;
import java.util.Optional;

/** How what operators asked through this member is answered: by a publication, by what is so already, or with a refusal. */
final class OperatorReplies {

    private OperatorReplies() {}

    /** What was asked up to this number and is so already, or cannot be, is answered by what was seen. */
    static StepResult seen(ProtocolState before, long upTo) {
        if (before.view().allocation().isEmpty()) {
            return StepResult.to(before);
        }
        PlanInputs today = new PlanInputs(
                before.view().allocation().get().pieces(),
                before.view().eligible(),
                before.view().allocation().get().directives());
        List<OperatorRequest> known =
                before.asked().stream().filter(asked -> asked.number() <= upTo).toList();
        PendingChanges wishes = PendingChanges.of(today, known);
        StepResult turn = StepResult.to(before);
        for (OperatorRequest asked : known) {
            Optional<String> refusal = Optional.ofNullable(wishes.refused().get(asked));
            if (refusal.isPresent() || wishes.terms().equals(today)) {
                turn = turn.then(answered(turn.standing(), asked, refusal));
            }
        }
        return turn;
    }

    /** What was asked is in an allocation that was published. */
    static StepResult published(ProtocolState before, List<OperatorRequest> done) {
        StepResult turn = StepResult.to(before);
        for (OperatorRequest asked : done) {
            turn = turn.then(answered(turn.standing(), asked, Optional.empty()));
        }
        return turn;
    }

    /** A job that was asked for and not published goes with its life: nobody could run it. */
    static StepResult ejected(ProtocolState before, Incarnation life) {
        StepResult turn = StepResult.to(before);
        for (OperatorRequest asked : before.asked()) {
            if (asked.change().equals(new Change.Exclusive(life))) {
                turn = turn.then(answered(turn.standing(), asked, Optional.of(life + " was taken off the board")));
            }
        }
        return turn;
    }

    private static StepResult answered(ProtocolState before, OperatorRequest asked, Optional<String> refusal) {
        if (!before.asked().contains(asked)) {
            return StepResult.to(before);
        }
        return StepResult.to(
                before.asking(before.asked().stream()
                        .filter(one -> one.number() != asked.number())
                        .toList()),
                new MemberEvent.Answered(asked, refusal));
    }
}
