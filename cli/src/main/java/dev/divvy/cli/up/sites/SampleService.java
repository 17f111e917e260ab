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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A sample service, run as a process: a parser that works on the web sites that a distributor assigns to it. A round of work takes a moment,
 * and prints each site with its fence at its end; a site that is lost ends the round early. So there is work in flight at any time, and a
 * parser that is paused ends its round when it continues.
 */
public final class SampleService implements UnitListener {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration ROUND = Duration.ofMillis(250);

    /** By name; guarded by this object, like all that follows. */
    private final Map<String, Unit> units = new TreeMap<>();

    /** The number of the present round, or of the last one. */
    private long round;

    private boolean working;

    /** Whether the present round shall end early. */
    private boolean hurry;

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
                service.work();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Works for one round. */
    private synchronized void work() throws InterruptedException {
        List<Unit> sites = List.copyOf(units.values());
        round++;
        working = true;
        hurry = false;
        long deadline = System.nanoTime() + ROUND.toNanos();
        for (long left = ROUND.toNanos(); left > 0 && !hurry; left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        sites.forEach(site -> System.out.println(SiteWork.line(site)));
        System.out.flush();
        working = false;
        notifyAll();
    }

    @Override
    public synchronized void gained(Unit unit) {
        units.put(unit.name(), unit);
    }

    /** Returns when no work on the unit is in flight. */
    @Override
    public synchronized void lost(Unit unit) {
        units.remove(unit.name());
        long present = round;
        hurry = true;
        notifyAll();
        try {
            while (working && round == present) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
