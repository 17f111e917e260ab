package dev.divvy.cli.distributor;

import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.distributor.Store;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;

/** One instance from its start until it shall end, with all that listens for it. */
final class Daemon implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(500);

    private final Plan plan;
    private final Logger log;

    /** What was opened, the last one first; used by one thread. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    Daemon(Plan plan, Logger log) {
        this.plan = plan;
        this.log = log;
    }

    /** Ends when it shall. */
    void run(Stop stop) {
        Store store = plan.place().opening().apply(plan.settings().namespaces().distribution());
        open.push(store);
        Instance instance = new Instance(plan.place(), store, plan.settings());
        DistributorConsole console = new DistributorConsole(plan.settings().namespaces(), instance);
        open.push(console);
        plan.http().ifPresent(at -> open.push(HttpOptions.start("-http", at, console)));
        plan.metrics().ifPresent(at -> open.push(HttpOptions.start("-prom-port", at, console)));
        log.info("{}", plan.shown());
        open.push(instance);
        Vigil vigil = new Vigil(log);
        do {
            instance.tryToStart();
            vigil.look(instance.get(), System.nanoTime());
        } while (!stop.await(LOOK));
        log.info("{} {}; another instance may take over", plan.settings().instance(), stop.reason());
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // one that cannot be closed must not keep the others open
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                log.warn("could not close: {}", e.toString());
            }
        }
    }
}
