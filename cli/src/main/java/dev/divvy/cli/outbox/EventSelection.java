package dev.divvy.cli.outbox;

import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ProgressLine;
import dev.divvy.outbox.OutboxAdmin;
import dev.divvy.outbox.event.EventFilter;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The events that a command changes: some by their ids, those that a filter selects, or all that were given up. */
final class EventSelection {

    @Parameters(arity = "0..*", paramLabel = "ID", descriptionKey = "aborted-ids")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--all", descriptionKey = "aborted-all")
    private boolean all;

    @Mixin
    private final EventFilterOptions filter = new EventFilterOptions();

    @Option(
            names = "--limit",
            paramLabel = "<count>",
            preprocessor = WholeNumber.Limits.class,
            descriptionKey = "event-limit")
    @WholeNumber(most = 1_000_000_000)
    private Optional<Integer> limit = Optional.empty();

    /** The effect of a command on events. */
    interface Change {
        int ids(OutboxAdmin admin, Set<Long> ids) throws SQLException;

        long filter(OutboxAdmin admin, EventFilter filter, LongConsumer progress) throws SQLException;
    }

    /** Changes the selected events and prints their number; the id of an event that was not given up is a failure. */
    void change(OutboxOptions options, PrintWriter out, PrintWriter err, String verb, Change change) {
        Set<Long> numbers = numbers();
        try (OutboxConnection opened = options.open()) {
            if (numbers.isEmpty()) {
                changeSelected(opened, out, err, verb, change);
            } else {
                changeNumbered(opened, out, verb, change, numbers);
            }
        }
    }

    private void changeSelected(OutboxConnection opened, PrintWriter out, PrintWriter err, String verb, Change change) {
        ProgressLine line = new ProgressLine(err);
        EventFilter selected = limit.isPresent() ? filter.filter().withLimit(limit.get()) : filter.filter();
        long changed = Failure.ifRefused(() -> opened.ask(() -> change.filter(
                opened.outbox().admin(),
                selected,
                soFar -> line.progress(verb + " " + Numbers.count(soFar, "event") + " so far"))));
        line.clear();
        out.println(verb + " " + Numbers.count(changed, "event"));
    }

    private static void changeNumbered(
            OutboxConnection opened, PrintWriter out, String verb, Change change, Set<Long> numbers) {
        OutboxAdmin admin = opened.outbox().admin();
        List<Long> unknown = new ArrayList<>();
        int done = 0;
        for (Long id : numbers) {
            int changed = opened.ask(() -> change.ids(admin, Set.of(id)));
            done += changed;
            if (changed == 0) {
                unknown.add(id);
            }
        }
        if (done > 0) {
            out.println(verb + " " + Numbers.count(done, "event"));
            out.flush();
        }
        if (!unknown.isEmpty()) {
            throw Failure.failed(
                    "no aborted events with these ids: " + unknown.toString().replaceAll("[\\[\\]]", ""));
        }
    }

    /** Returns the ids; none for a filter. Refuses a selection that is both or neither, before a connection is opened. */
    private Set<Long> numbers() {
        boolean filtered = all || filter.given();
        if (filtered && !ids.isEmpty()) {
            throw Failure.wrongUsage("give either ids, or --all or options that select events, not both");
        }
        if (!filtered && ids.isEmpty()) {
            throw Failure.wrongUsage(
                    "give the ids of aborted events, options that select events, or --all for all of them");
        }
        Set<Long> numbers = new LinkedHashSet<>();
        for (String id : ids) {
            if (!id.matches("[0-9]{1,18}")) {
                throw Failure.wrongUsage("'" + id + "' is not the id of an event; ids are whole numbers");
            }
            numbers.add(Long.parseLong(id));
        }
        return numbers;
    }
}
