package dev.divvy.console.feed;

import dev.divvy.console.Operations;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.StatusJson;
import dev.divvy.console.view.ConsoleStatus;
import dev.divvy.console.view.EpochEvent;
import dev.divvy.console.view.GroupView;
import dev.divvy.console.view.HelloEvent;
import dev.divvy.console.view.LaneEvent;
import dev.divvy.console.view.LaneMark;
import dev.divvy.console.view.ProductView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the events of the stream from the products as they are seen, one look after the other. Thread-safe. */
public final class DashboardFeed {

    private static final class ProductLog {
        final EpochLog epochs = new EpochLog();
        final LaneLog lanes = new LaneLog();
    }

    private final String version;
    private final Optional<Operations> operations;
    private final EventBuffer events = new EventBuffer();

    /** By product, in the order of their first appearance; guarded by this object, like the field below. */
    private final Map<String, ProductLog> logs = new LinkedHashMap<>();

    private List<ProductSnapshot> products = List.of();

    public DashboardFeed(String version, Optional<Operations> operations) {
        this.version = version;
        this.operations = operations;
    }

    public EventBuffer events() {
        return events;
    }

    /**
     * Records the products at this time.
     *
     * @param watched whether anybody reads the stream, so that the status is worth an event
     * @return whether all groups are calm
     */
    public boolean see(List<ProductSnapshot> now, long millis, boolean watched) {
        ConsoleStatus status = status(now, millis, null);
        synchronized (this) {
            products = List.copyOf(now);
            for (ProductSnapshot product : now) {
                see(product, millis);
            }
            if (watched) {
                events.add(EventBuffer.STATUS, StatusJson.line(status));
            }
        }
        return status.products().stream().allMatch(product -> product.group().calm());
    }

    private void see(ProductSnapshot product, long millis) {
        ProductLog log = logs.computeIfAbsent(product.product(), name -> new ProductLog());
        log.epochs
                .see(product.group(), millis)
                .ifPresent(epoch -> events.add("epoch", StatusJson.line(new EpochEvent(product.product(), epoch))));
        List<LaneMark> marks = log.lanes.see(product, millis);
        if (!marks.isEmpty()) {
            events.add("lane", StatusJson.line(new LaneEvent(product.product(), marks)));
        }
    }

    /** Reports that the products could not be read. */
    public synchronized void failed(String problem, long millis) {
        events.add(EventBuffer.STATUS, StatusJson.line(status(products, millis, problem)));
    }

    /** Returns the status of these products. */
    public ConsoleStatus status(List<ProductSnapshot> now, long millis, @Nullable String problem) {
        return new ConsoleStatus(
                version,
                millis,
                problem,
                now.stream()
                        .map(product ->
                                new ProductView(product.product(), GroupView.of(product.group()), product.figures()))
                        .toList(),
                operations.map(Operations::view).orElse(null));
    }

    /** Returns everything that was recorded, as the event that a stream begins with. */
    public synchronized StreamEvent hello(long millis) {
        HelloEvent hello = new HelloEvent(
                status(products, millis, null),
                logs.entrySet().stream()
                        .map(log -> new HelloEvent.ProductHistory(
                                log.getKey(),
                                log.getValue().epochs.epochs(),
                                log.getValue().lanes.marks()))
                        .toList());
        return new StreamEvent(events.last(), "hello", StatusJson.line(hello));
    }

    /** Returns a product as it was last seen. */
    public synchronized Optional<ProductSnapshot> product(String name) {
        return products.stream()
                .filter(product -> product.product().equals(name))
                .findFirst();
    }
}
