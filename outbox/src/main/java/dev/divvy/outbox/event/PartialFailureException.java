package dev.divvy.outbox.event;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Thrown by a batch handler that has handled its batch in part: the named events failed, all others were handled and are completed. The events
 * of an entity after one that failed are handled again, after that one; a handler need not call its target for them. Inside the completing
 * transaction nothing is handled in part: the others are handled again without the failed ones.
 */
public class PartialFailureException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Map<Long, Throwable> failures = new LinkedHashMap<>();

    /** @param failures the events that failed, at least one, and why each did */
    public PartialFailureException(Map<Event, ? extends Throwable> failures) {
        super(failures.size() + " events failed, the first: "
                + failures.entrySet().stream()
                        .findFirst()
                        .map(first -> first.getKey() + ": " + first.getValue())
                        .orElseThrow(() -> new IllegalArgumentException("no event failed")));
        failures.forEach((event, error) -> {
            this.failures.put(event.id(), error);
            addSuppressed(error);
        });
    }

    /** Returns why an event failed; empty when it was handled. */
    public Optional<Throwable> failureOf(Event event) {
        return Optional.ofNullable(failures.get(event.id()));
    }
}
