package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;

/** Polls that find everything as it was. */
record Idle(String redis, Desk desk, TablePlanner planning, int polls) {

    /** The desk rests from then on: its beats would be counted among what Redis changed. */
    void tell(Report report, String part) {
        desk.rest();
        double[] millis = new double[polls];
        StoredLists known = desk.lists();
        ValidLists reading = desk.reading(known);
        Distribution before = desk.store().distribution().read();
        AssignmentTable table = planning.table(reading, reading.allServices(), before.table());
        try (Redis onlooker = new Redis(redis)) {
            long changes = onlooker.changes();
            for (int i = 0; i < polls; i++) {
                millis[i] = poll(known, reading, table);
            }
            long written = onlooker.changes() - changes;
            boolean same = desk.store().distribution().read().version().equals(before.version());
            report.progress("nothing changed: " + Math.round(millis[0]) + " ms, " + written + " changes in Redis");
            report.add(Figure.plain(part, "a poll with nothing changed", "ms", new Spread(millis)));
            report.add(Figure.judged(
                    part,
                    "what such polls change in Redis",
                    "",
                    new Spread(new double[] {written}),
                    "writes nothing, the epoch stays",
                    written == 0 && same));
        }
    }

    /** As the distributor does it: a table is made anew only when the lists differ. */
    private double poll(StoredLists known, ValidLists reading, AssignmentTable table) {
        long began = System.nanoTime();
        boolean same = desk.lists().equals(known)
                && Desk.change(desk.store().distribution().read(), table, reading)
                        .isEmpty();
        long took = System.nanoTime() - began;
        if (!same) {
            throw new IllegalStateException("something changed though nobody changed it");
        }
        return Moments.millis(took);
    }
}
