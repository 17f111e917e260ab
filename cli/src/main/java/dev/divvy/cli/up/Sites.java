package dev.divvy.cli.up;

import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreTroubleException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A thread that gives a distributor the web sites that shall be parsed, and reads its table again and again. */
final class Sites implements AutoCloseable {

    static final String ENDING = ".example";

    static final List<String> ALL = List.of(
                    "art", "books", "cars", "films", "food", "games", "maps", "music", "news", "shop", "sport", "wiki")
            .stream()
            .map(name -> name + ENDING)
            .toList();

    private static final long TICK_MILLIS = 250;

    private final Store store;
    private final Thread thread = new Thread(this::run, "divvy-sites");

    /** Of the thread only: whether the sites are in the list. */
    private boolean given;

    /** Written by the thread. */
    private volatile SortedMap<String, List<String>> table = new TreeMap<>();

    /** Begins. */
    Sites(Store store) {
        this.store = store;
        thread.setDaemon(true);
        thread.start();
    }

    /** As it was last read; the last one while the distributor is away. */
    SortedMap<String, List<String>> table() {
        return table;
    }

    private void run() {
        try {
            while (true) {
                look();
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }

    private void look() {
        try {
            if (!given) {
                store.names().add(Namespaces.DEFAULT.units(), ALL);
                given = true;
            }
            table = store.table();
        } catch (StoreTroubleException away) {
            // It is asked again soon.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
