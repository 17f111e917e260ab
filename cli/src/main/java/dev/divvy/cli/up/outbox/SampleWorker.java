package dev.divvy.cli.up.outbox;

import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.demo.DemoProgram;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import java.time.Duration;
import java.util.Optional;

/** A worker of the demo, run as a process: it delivers events over HTTP, as {@code divvy outbox run} can, and prints its counters. */
public final class SampleWorker {

    /** Connections beyond those of the worker's threads. */
    private static final int CONNECTIONS_BESIDES = 5;

    private static final Duration INTERVAL = Duration.ofMillis(200);

    private SampleWorker() {}

    /** Arguments: the URL of the database with the outbox, the name of the worker, and the URL that gets the events. */
    public static void main(String[] args) {
        DemoProgram.main(stop -> run(DemoDatabase.loginOf(args), args[1], args[2], stop));
    }

    /** Delivers events until it is asked to stop. */
    public static void run(DatabaseLogin database, String name, String address, StopSignal stop) {
        ProcessorSettings settings = ProcessorSettings.defaults();
        EventDelivery delivery = new EventDelivery(address);
        try (OutboxConnection opened = OutboxConnection.open(
                        database,
                        settings.workers() + CONNECTIONS_BESIDES,
                        OutboxSettings.defaults().neverForgets(),
                        new SqlFailures(database, Optional.empty()));
                Processor processor = opened.outbox().process(name, settings, delivery.handling())) {
            print(processor, stop);
            processor.stop();
        }
    }

    private static void print(Processor processor, StopSignal stop) {
        String printed = "";
        do {
            ProcessorStats stats = processor.stats();
            String line = WorkerCounters.line(stats);
            if (!line.equals(printed)) {
                System.out.println(line);
                printed = line;
            }
        } while (!stop.await(INTERVAL));
    }
}
