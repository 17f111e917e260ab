package dev.divvy.cli.distributor;

import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.DistributorStatus.Counters;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A distributor that can be asked how it is before it starts: what answers for it listens first, so that a taken port changes nothing. */
final class Instance implements Supplier<DistributorStatus>, AutoCloseable {

    private static final Counters NOTHING = new Counters(0, 0, 0, Duration.ZERO, 0, 0, 0, 0, 0, Duration.ZERO);

    private final Store store;
    private final DistributorSettings settings;

    /** Written by the thread that starts and closes. */
    private volatile @Nullable Distributor running;

    /** Why it does not run; written by the same. */
    private volatile String trouble = "it starts";

    Instance(Store store, DistributorSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    /** Starts, unless it has or the store cannot be used yet, which is then its trouble. */
    void tryToStart() {
        if (running != null) {
            return;
        }
        try {
            StorePlace.prepare(store);
            running = Distributor.start(store, settings);
        } catch (StoreTroubleException e) {
            trouble = String.valueOf(e.getMessage());
        }
    }

    @Override
    public DistributorStatus get() {
        Distributor now = running;
        return now == null
                ? new DistributorStatus(
                        settings.instance(),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        0,
                        List.of(),
                        Optional.of(trouble),
                        NOTHING)
                : now.status();
    }

    @Override
    public void close() {
        Distributor now = running;
        if (now != null) {
            now.close();
        }
    }
}
