package dev.divvy.cli.outbox;

import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which aborted events a command is about: some by their ids, or all. */
final class EventSelection {

    @Parameters(
            arity = "0..*",
            paramLabel = "ID",
            description = "The ids of aborted events, as divvy outbox aborted lists them.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--all", description = "All aborted events.")
    private boolean all;

    /** Refuses what is neither some nor all, before anything is connected to. */
    void check() {
        if (all && !ids.isEmpty()) {
            throw Failure.wrongUsage("either ids or --all, not both");
        }
        if (!all && ids.isEmpty()) {
            throw Failure.wrongUsage("name the ids of aborted events, or all of them with --all");
        }
        numbers();
    }

    private Set<Long> numbers() {
        Set<Long> numbers = new LinkedHashSet<>();
        for (String id : ids) {
            if (!id.matches("[0-9]{1,18}")) {
                throw Failure.wrongUsage("'" + id + "' is not the id of an event; ids are whole numbers");
            }
            numbers.add(Long.parseLong(id));
        }
        return numbers;
    }

    interface Each {
        int of(Set<Long> ids);
    }

    interface All {
        int ofAll();
    }

    /** Does it and says how many there were; answers the exit code: an id that was not aborted is a failure. */
    int answer(PrintWriter out, String did, Each some, All every) {
        Set<Long> numbers = numbers();
        if (all) {
            out.println(did + " " + Numbers.count(every.ofAll(), "event"));
            return 0;
        }
        List<Long> unknown = new ArrayList<>();
        int done = 0;
        for (Long id : numbers) {
            int one = some.of(Set.of(id));
            done += one;
            if (one == 0) {
                unknown.add(id);
            }
        }
        if (done > 0) {
            out.println(did + " " + Numbers.count(done, "event"));
            out.flush();
        }
        if (!unknown.isEmpty()) {
            throw Failure.failed(
                    "not aborted, or not there: " + unknown.toString().replaceAll("[\\[\\]]", ""));
        }
        return 0;
    }
}
