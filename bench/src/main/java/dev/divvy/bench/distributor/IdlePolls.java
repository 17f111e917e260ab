package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;

/** Polls that find nothing changed. */
record IdlePolls(String redis, TableWriter writer, TablePlanner planner, int polls) {

    /** Measures the polls. Stops the writer first, because its heartbeats would count as changes in Redis. */
    void measure(Report report, String part) {
        writer.stop();
        double[] millis = new double[polls];
        StoredLists known = writer.lists();
        ValidLists lists = writer.validate(known);
        Distribution before = writer.store().distribution().read();
        AssignmentTable table = planner.table(lists, lists.allServices(), before.table());
        try (RedisProbe probe = new RedisProbe(redis)) {
            long changes = probe.changes();
            for (int i = 0; i < polls; i++) {
                millis[i] = poll(known, lists, table);
            }
            long written = probe.changes() - changes;
            boolean unchanged = writer.store().distribution().read().version().equals(before.version());
            report.progress(
                    "polls without changes: " + Math.round(millis[0]) + " ms, " + written + " changes in Redis");
            report.add(Figure.plain(part, "a poll without changes", "ms", new Samples(millis)));
            report.add(Figure.judged(
                    part,
                    "changes in Redis by such polls",
                    "",
                    new Samples(new double[] {written}),
                    "writes nothing, the epoch stays",
                    written == 0 && unchanged));
        }
    }

    /** Polls as the distributor does: a new table is planned only when the lists differ. */
    private double poll(StoredLists known, ValidLists lists, AssignmentTable table) {
        long began = System.nanoTime();
        boolean unchanged = writer.lists().equals(known)
                && TableWriter.change(writer.store().distribution().read(), table, lists)
                        .isEmpty();
        long took = System.nanoTime() - began;
        if (!unchanged) {
            throw new IllegalStateException("the lists or the table changed during an idle poll");
        }
        return Timing.millis(took);
    }
}
