package dev.divvy.outbox.work;

import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * What all workers of a processor use.
 *
 * @param sweep the reader's sweep of now
 * @param ending whether the processor closes: nothing new is begun, and what is interrupted has not failed
 */
record Tools(
        DataSource source,
        EventTable table,
        Share share,
        Completion completion,
        Handling handling,
        ProcessorSettings how,
        Watch watch,
        Counters counters,
        LongSupplier sweep,
        BooleanSupplier ending) {}
