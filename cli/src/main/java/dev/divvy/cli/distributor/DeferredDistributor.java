package dev.divvy.cli.distributor;

import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreAccessException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A distributor that reports its status before it starts: its HTTP servers listen first, so that a port in use has no effect on the table. */
final class DeferredDistributor implements Supplier<DistributorStatus>, AutoCloseable {

    private final StoreLocation location;
    private final Store store;
    private final DistributorSettings settings;

    /** Written by the thread that starts and closes the distributor. */
    private volatile @Nullable Distributor running;

    /** The reason why it does not run; written by the same thread. */
    private volatile String problem = "it is starting";

    DeferredDistributor(StoreLocation location, Store store, DistributorSettings settings) {
        this.location = location;
        this.store = store;
        this.settings = settings;
    }

    /** Starts the distributor unless it runs; if the store cannot be used yet, the reason becomes the problem of the status. */
    void tryToStart() {
        if (running != null) {
            return;
        }
        try {
            location.prepare(store);
            running = Distributor.start(store, settings);
        } catch (StoreAccessException e) {
            problem = String.valueOf(e.getMessage());
        }
    }

    @Override
    public DistributorStatus get() {
        Distributor distributor = running;
        return distributor == null ? DistributorStatus.notStarted(settings.instance(), problem) : distributor.status();
    }

    @Override
    public void close() {
        Distributor distributor = running;
        if (distributor != null) {
            distributor.close();
        }
    }
}
