package dev.divvy.cli.distributor;

import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreAccessException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A distributor that can be asked how it is before it starts: what answers for it listens first, so that a taken port changes nothing. */
final class DeferredDistributor implements Supplier<DistributorStatus>, AutoCloseable {

    private final StoreLocation place;
    private final Store store;
    private final DistributorSettings settings;

    /** Written by the thread that starts and closes. */
    private volatile @Nullable Distributor running;

    /** Why it does not run; written by the same. */
    private volatile String trouble = "it starts";

    DeferredDistributor(StoreLocation place, Store store, DistributorSettings settings) {
        this.place = place;
        this.store = store;
        this.settings = settings;
    }

    /** Starts, unless it has or the store cannot be used yet, which is then its trouble. */
    void tryToStart() {
        if (running != null) {
            return;
        }
        try {
            place.prepare(store);
            running = Distributor.start(store, settings);
        } catch (StoreAccessException e) {
            trouble = String.valueOf(e.getMessage());
        }
    }

    @Override
    public DistributorStatus get() {
        Distributor now = running;
        return now == null ? DistributorStatus.notStarted(settings.instance(), trouble) : now.status();
    }

    @Override
    public void close() {
        Distributor now = running;
        if (now != null) {
            now.close();
        }
    }
}
