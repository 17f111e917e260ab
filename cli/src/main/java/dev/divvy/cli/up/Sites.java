package dev.divvy.cli.up;

import dev.divvy.cli.distributor.http.HttpStore;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.StoreTroubleException;
import dev.divvy.distributor.table.Table;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A thread that gives a distributor the web sites that shall be parsed, each of its lives once, and reads its table again and again. */
final class Sites implements AutoCloseable {

    static final String ENDING = ".example";

    static final List<String> ALL = List.of(
                    "art", "books", "cars", "films", "food", "games", "maps", "music", "news", "shop", "sport", "wiki")
            .stream()
            .map(name -> name + ENDING)
            .toList();

    private static final long TICK_MILLIS = 250;

    private final HttpStore desk;
    private final LongSupplier life;
    private final Thread thread = new Thread(this::run, "divvy-sites");

    /** Of the thread only: the life of the distributor that has the sites. */
    private long given = -1;

    /** Written by the thread. */
    private volatile Table table = Table.EMPTY;

    /**
     * Begins.
     *
     * @param life tells one life of the distributor from the next, which begins without a memory
     */
    Sites(HttpStore desk, LongSupplier life) {
        this.desk = desk;
        this.life = life;
        thread.setDaemon(true);
        thread.start();
    }

    /** As it was last read; the last one while the distributor is away. */
    Table table() {
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
            long now = life.getAsLong();
            if (given != now) {
                desk.names().add(Namespaces.DEFAULT.units(), ALL);
                given = now;
            }
            table = desk.table();
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
