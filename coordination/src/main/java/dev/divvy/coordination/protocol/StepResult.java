package dev.divvy.coordination.protocol;

import java.util.ArrayList;
import java.util.List;

/** The result of one protocol step: the member's next state and the events. */
public record StepResult(ProtocolState state, List<MemberEvent> events) {

    public StepResult {
        events = List.copyOf(events);
    }

    static StepResult to(ProtocolState state, MemberEvent... events) {
        return new StepResult(state, List.of(events));
    }

    /** Returns the result of this step followed by another one. */
    StepResult then(StepResult next) {
        List<MemberEvent> all = new ArrayList<>(events);
        all.addAll(next.events);
        return new StepResult(next.state, all);
    }
}
