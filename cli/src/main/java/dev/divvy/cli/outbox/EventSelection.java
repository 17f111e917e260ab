package dev.divvy.cli.outbox;

import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.OutboxAdmin;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The aborted events that a command changes: some by their ids, or all. */
final class EventSelection {

    @Parameters(arity = "0..*", paramLabel = "ID", descriptionKey = "aborted-ids")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--all", descriptionKey = "aborted-all")
    private boolean all;

    /** Changes the events of these ids, or all when there are none; returns how many were changed. */
    interface Change {
        int change(OutboxAdmin admin, Set<Long> ids) throws SQLException;
    }

    /** Changes the selected events and prints their number; the id of an event that is not aborted is a failure. */
    void change(OutboxOptions options, PrintWriter out, String verb, Change change) {
        Set<Long> numbers = numbers();
        try (OutboxConnection opened = options.open()) {
            OutboxAdmin admin = opened.outbox().admin();
            if (all) {
                out.println(verb + " " + Numbers.count(opened.ask(() -> change.change(admin, Set.of())), "event"));
                return;
            }
            List<Long> unknown = new ArrayList<>();
            int done = 0;
            for (Long id : numbers) {
                int changed = opened.ask(() -> change.change(admin, Set.of(id)));
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
                throw Failure.failed("no aborted events with these ids: "
                        + unknown.toString().replaceAll("[\\[\\]]", ""));
            }
        }
    }

    /** Refuses a selection that is both or neither, before a connection is opened. */
    private Set<Long> numbers() {
        if (all && !ids.isEmpty()) {
            throw Failure.wrongUsage("give either ids or --all, not both");
        }
        if (!all && ids.isEmpty()) {
            throw Failure.wrongUsage("give the ids of aborted events, or --all for all of them");
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
