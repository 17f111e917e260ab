package dev.divvy.cli.distributor;

import dev.divvy.cli.distributor.metrics.MetricsServer;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
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
        Store store = plan.place().open(plan.settings().namespaces().distribution());
        open.push(store);
        Instance instance = new Instance(store, plan.settings());
        Namespaces names = plan.settings().namespaces();
        plan.http().ifPresent(at -> listen("http", at, () -> MetricsServer.start(at, names, instance)));
        plan.metrics().ifPresent(at -> listen("prom-port", at, () -> MetricsServer.start(at, names, instance)));
        log.info("{}", plan.shown());
        open.push(instance);
        Vigil vigil = new Vigil(log);
        do {
            instance.tryToStart();
            vigil.look(instance.get(), System.nanoTime());
        } while (!stop.await(LOOK));
        log.info("{} {}; another instance may take over", plan.settings().instance(), stop.reason());
    }

    /** Something that begins to listen. */
    private interface Opening {
        AutoCloseable open() throws IOException;
    }

    private void listen(String setting, InetSocketAddress at, Opening opening) {
        try {
            open.push(opening.open());
        } catch (IOException e) {
            throw Failure.failed(
                    setting + ": cannot listen on " + at.getAddress().getHostAddress() + ":" + at.getPort() + " ("
                            + e.getMessage() + "); choose another port with -" + setting);
        }
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
