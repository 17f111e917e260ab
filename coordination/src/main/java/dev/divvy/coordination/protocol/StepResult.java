package dev.divvy.coordination.protocol;

import java.util.ArrayList;
import java.util.List;

/** One step of the protocol: where the member stands after it, and what happened. */
public record StepResult(ProtocolState standing, List<MemberEvent> events) {

    public StepResult {
        events = List.copyOf(events);
    }

    static StepResult to(ProtocolState standing, MemberEvent... events) {
        return new StepResult(standing, List.of(events));
    }

    /** This turn and one more that goes on from where it ended. */
    StepResult then(StepResult next) {
        List<MemberEvent> all = new ArrayList<>(events);
        all.addAll(next.events);
        return new StepResult(next.standing, all);
    }
}
