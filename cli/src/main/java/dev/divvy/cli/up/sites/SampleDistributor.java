package dev.divvy.cli.up.sites;

import dev.divvy.cli.distributor.StoreLocation;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.demo.DemoProgram;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.Strategy;

/** The distributor of the demo, run as a process: like {@code divvy distributor run}. */
public final class SampleDistributor {

    private SampleDistributor() {}

    /** Argument: the URL of the database with the lists and the table. */
    public static void main(String[] args) {
        DemoProgram.main(stop -> run(StoreLocation.in(DemoDatabase.loginOf(args)), stop));
    }

    /** Distributes units until it is asked to stop. */
    @SuppressWarnings("try") // it runs on threads of its own
    public static void run(StoreLocation location, StopSignal stop) {
        try (Store store = location.openNow(StoreNames.DEFAULT.distribution());
                Distributor distributor = Distributor.start(
                        store, DistributorSettings.of("distributor").withStrategy(Strategy.STICKY))) {
            stop.await();
        }
    }
}
