package dev.divvy.cli.distributor;

import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.ConsoleServer;
import dev.divvy.distributor.Store;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Runs one instance with its store and its HTTP servers. */
record Daemon(DaemonOptions plan, Logger log) {

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Returns when it shall stop. */
    @SuppressWarnings("try") // the servers answer by themselves
    void run(StopSignal stop) {
        String distribution = plan.settings().namespaces().distribution();
        try (Store store = plan.place().opening().apply(distribution, PATIENCE)) {
            DeferredDistributor instance = new DeferredDistributor(plan.place(), store, plan.settings());
            try (DistributorConsole console =
                            new DistributorConsole(plan.settings().namespaces(), instance);
                    @Nullable
                            ConsoleServer http = plan.http()
                                    .map(at -> HttpOptions.start("-http", at, console))
                                    .orElse(null);
                    @Nullable
                            ConsoleServer metrics = plan.metrics()
                                    .map(at -> HttpOptions.start("-prom-port", at, console))
                                    .orElse(null);
                    instance) {
                log.info("{}", plan.shown());
                StoreMonitor monitor = new StoreMonitor(log);
                do {
                    instance.tryToStart();
                    monitor.look(instance.get(), System.nanoTime());
                } while (!stop.await(LOOK));
                log.info(
                        "{} {}; another instance may take over", plan.settings().instance(), stop.reason());
            }
        }
    }
}
