package dev.divvy.cli.up.outbox;

import dev.divvy.cli.outbox.OutboxFigures.ProcessorFigures;
import dev.divvy.outbox.event.ProcessorStats;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The counters of all workers, from the lines that they print. They go on counting when a worker restarts. Thread-safe. */
final class WorkerCounters {

    private static final Pattern LINE = Pattern.compile("counters (\\d{1,18}) (\\d{1,18}) (\\d{1,18}) (\\d{1,18})");

    /** The sums of the former processes of each worker; guarded by this object, like the next field. */
    private final Map<String, ProcessorFigures> former = new TreeMap<>();

    /** The last counters of the present process of each worker. */
    private final Map<String, ProcessorFigures> present = new TreeMap<>();

    /** Returns the line with which a worker prints its counters. */
    static String line(ProcessorStats stats) {
        return "counters " + stats.completed() + " " + stats.failed() + " " + stats.aborted() + " " + stats.refused();
    }

    /** Reads a line of a worker; one without counters is ignored. */
    synchronized void read(String worker, String line) {
        Matcher counters = LINE.matcher(line);
        if (!counters.matches()) {
            return;
        }
        ProcessorFigures now = new ProcessorFigures(
                worker, count(counters, 1), count(counters, 2), count(counters, 3), count(counters, 4));
        ProcessorFigures before = present.getOrDefault(worker, now);
        if (now.completed() < before.completed()
                || now.failed() < before.failed()
                || now.refused() < before.refused()) {
            former.merge(worker, before, WorkerCounters::sum);
        }
        present.put(worker, now);
    }

    private static long count(Matcher counters, int group) {
        return Long.parseLong(counters.group(group));
    }

    private static ProcessorFigures sum(ProcessorFigures one, ProcessorFigures other) {
        return new ProcessorFigures(
                one.name(),
                one.completed() + other.completed(),
                one.failed() + other.failed(),
                one.aborted() + other.aborted(),
                one.refused() + other.refused());
    }

    /** Returns the counters of each worker since the start of the demo. */
    synchronized List<ProcessorFigures> all() {
        return present.values().stream()
                .map(now -> former.containsKey(now.name()) ? sum(former.get(now.name()), now) : now)
                .toList();
    }
}
