package dev.divvy.cli.up.sites;

import dev.divvy.cli.distributor.StoreLocation;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.demo.DemoProgram;
import dev.divvy.distributor.ServiceClient;
import dev.divvy.distributor.ServiceSettings;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.UnitListener;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A sample service, run as a process: a parser that works on the web sites that a distributor assigns to it. It works on all of them at the
 * same time, prints the result with the fence of each, and begins again.
 */
public final class SampleService implements UnitListener {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration WORK_TIME = Duration.ofMillis(250);

    /** Held while the service works: a site is lost only between two rounds. Fair, so that a change need not wait for several rounds. */
    private final ReentrantLock working = new ReentrantLock(true);

    /** By name; guarded by the lock. */
    private final Map<String, Unit> units = new TreeMap<>();

    private SampleService() {}

    /** Arguments: the URL of the database with the lists and the table, and the port for pings. */
    public static void main(String[] args) {
        DemoProgram.main(stop -> run(StoreLocation.in(DemoDatabase.loginOf(args)), Integer.parseInt(args[1]), stop));
    }

    /** Works on sites until it is asked to stop. */
    public static void run(StoreLocation location, int port, StopSignal stop) {
        ServiceSettings settings = ServiceSettings.at("127.0.0.1", port).withCloseTimeout(CLOSE_TIMEOUT);
        SampleService service = new SampleService();
        try (Store store = location.openNow(StoreNames.DEFAULT.distribution());
                ServiceClient client = ServiceClient.start(store, settings, service)) {
            System.err.println("answers pings at " + client.name());
            while (!stop.isAsked()) {
                service.work(stop);
            }
        }
    }

    private void work(StopSignal stop) {
        locked(() -> {
            stop.await(WORK_TIME);
            units.values().forEach(unit -> System.out.println(SiteWork.line(unit)));
            System.out.flush();
        });
    }

    private void locked(Runnable action) {
        working.lock();
        try {
            action.run();
        } finally {
            working.unlock();
        }
    }

    @Override
    public void gained(Unit unit) {
        locked(() -> units.put(unit.name(), unit));
    }

    @Override
    public void lost(Unit unit) {
        locked(() -> units.remove(unit.name()));
    }
}
