package dev.divvy.coordination.step;

import java.util.ArrayList;
import java.util.List;

/** One step of the protocol: where the member stands after it, and what happened. */
public record Turn(Standing standing, List<Event> events) {

    public Turn {
        events = List.copyOf(events);
    }

    static Turn to(Standing standing, Event... events) {
        return new Turn(standing, List.of(events));
    }

    /** This turn and one more that goes on from where it ended. */
    Turn then(Turn next) {
        List<Event> all = new ArrayList<>(events);
        all.addAll(next.events);
        return new Turn(next.standing, all);
    }
}
