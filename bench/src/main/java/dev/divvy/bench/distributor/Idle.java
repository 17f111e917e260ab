package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.distributor.table.Lists;
import dev.divvy.distributor.table.Planning;
import dev.divvy.distributor.table.Reading;
import dev.divvy.distributor.table.Sheet;
import dev.divvy.distributor.table.Table;

/** Polls that find everything as it was. */
record Idle(String redis, Desk desk, Planning planning, int polls) {

    /** The desk rests from then on: its beats would be counted among what Redis changed. */
    void tell(Report report, String part) {
        desk.rest();
        double[] millis = new double[polls];
        Lists known = desk.lists();
        Reading reading = desk.reading(known);
        Sheet before = desk.store().distribution().read();
        Table table = planning.table(reading, reading.allServices(), before.table());
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
    private double poll(Lists known, Reading reading, Table table) {
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
