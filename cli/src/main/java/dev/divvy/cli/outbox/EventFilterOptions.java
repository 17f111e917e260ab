package dev.divvy.cli.outbox;

import dev.divvy.cli.options.ChoiceOption;
import dev.divvy.cli.report.Numbers;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.EventStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select events. */
final class EventFilterOptions {

    @Option(
            names = "--status",
            paramLabel = "<state>",
            split = ",",
            converter = EventFilterOptions.StatusOption.class,
            descriptionKey = "event-status")
    private List<EventStatus> statuses = new ArrayList<>();

    @Option(names = "--entity", paramLabel = "<name>", descriptionKey = "event-entity")
    private Optional<String> entityName = Optional.empty();

    @Option(names = "--entity-id", paramLabel = "<text>", descriptionKey = "event-entity-id")
    private Optional<String> entityId = Optional.empty();

    @Option(names = "--error", paramLabel = "<text>", descriptionKey = "event-error")
    private Optional<String> error = Optional.empty();

    @Option(names = "--after", paramLabel = "<time>", converter = TimeOption.Past.class, descriptionKey = "event-after")
    private Optional<Instant> after = Optional.empty();

    @Option(
            names = "--before",
            paramLabel = "<time>",
            converter = TimeOption.Past.class,
            descriptionKey = "event-before")
    private Optional<Instant> before = Optional.empty();

    /** Parses a state of events. */
    static final class StatusOption extends ChoiceOption<EventStatus> {

        StatusOption() {
            super(EventStatus.values());
        }
    }

    /** Returns whether any of the options was given. */
    boolean given() {
        return !statuses.isEmpty()
                || entityName.isPresent()
                || entityId.isPresent()
                || error.isPresent()
                || after.isPresent()
                || before.isPresent();
    }

    /** Returns the filter; without states of events that were given up. */
    EventFilter filter() {
        EventFilter filter = statuses.isEmpty()
                ? EventFilter.givenUp()
                : EventFilter.of(
                        statuses.get(0), statuses.subList(1, statuses.size()).toArray(EventStatus[]::new));
        filter = entityName.isPresent() ? filter.withEntityName(entityName.get()) : filter;
        filter = entityId.isPresent() ? filter.withEntityId(entityId.get()) : filter;
        filter = error.isPresent() ? filter.withError(error.get()) : filter;
        filter = after.isPresent() ? filter.withEndedAfter(after.get()) : filter;
        return before.isPresent() ? filter.withEndedBefore(before.get()) : filter;
    }

    /** Returns the number of events that were found, in words. */
    String described(int count) {
        String kind = statuses.isEmpty() ? " given up" : " found";
        return count == 0 ? "no event" + kind : Numbers.count(count, "event") + kind;
    }
}
