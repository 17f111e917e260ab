package dev.divvy.cli.distributor;

import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.ConsoleServer;
import dev.divvy.distributor.Store;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Runs one instance with its store and its HTTP servers. */
record Daemon(DaemonOptions options, Logger log) {

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(5);

    /** Runs until it is asked to stop. */
    @SuppressWarnings("try") // the servers run on threads of their own
    void run(StopSignal stop) {
        String distribution = options.settings().namespaces().distribution();
        try (Store store = options.store().opening().apply(distribution, STORE_TIMEOUT)) {
            DeferredDistributor instance = new DeferredDistributor(options.store(), store, options.settings());
            try (DistributorConsole console = new DistributorConsole(
                            options.settings().namespaces(), new ObservedTable(store, distribution), instance);
                    @Nullable
                            ConsoleServer http = options.http()
                                    .map(at -> HttpOptions.start("--http", at, console))
                                    .orElse(null);
                    @Nullable
                            ConsoleServer metrics = options.metrics()
                                    .map(at -> HttpOptions.start("--prom-port", at, console))
                                    .orElse(null);
                    instance) {
                log.info("{}", options.shown());
                StandbyLog standby = new StandbyLog(log);
                do {
                    instance.tryToStart();
                    standby.check(instance.get(), System.nanoTime());
                } while (!stop.await(CHECK_INTERVAL));
            }
            log.info("{} {}; the table stays", options.settings().instance(), stop.reason());
        }
    }
}
