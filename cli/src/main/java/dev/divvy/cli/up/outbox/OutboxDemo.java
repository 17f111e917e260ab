package dev.divvy.cli.up.outbox;

import dev.divvy.cli.group.GroupLook;
import dev.divvy.cli.group.Heartbeats;
import dev.divvy.cli.outbox.OutboxFigures;
import dev.divvy.cli.outbox.OutboxFigures.ProcessorFigures;
import dev.divvy.cli.outbox.OutboxReader;
import dev.divvy.cli.outbox.OutboxStatus;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.demo.DemoKind;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.Findings;
import dev.divvy.cli.up.demo.Refreshed;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Workers that share the events of an outbox, and deliver them to this process. */
public final class OutboxDemo extends Demo {

    private static final ProcessorSettings WORKER = ProcessorSettings.defaults();
    private static final Duration COMPARE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration IN_FLIGHT_PATIENCE = Duration.ofSeconds(2);

    private final DemoDatabase database;
    private final OutboxReader reader;
    private final Board board;
    private final String group;
    private final Heartbeats heartbeats = new Heartbeats();
    private final WorkerCounters counters = new WorkerCounters();
    private final EventAudit audit = new EventAudit();
    private final EventReceiver receiver;
    private final EventProducer producer;
    private final Refreshed<ProductSnapshot> snapshot;

    /** The last status that was read, and how many events had been sent; the database may be too busy for a newer one. */
    private volatile Optional<Reading> last = Optional.empty();

    /** The time of the last search for lost events. */
    private long compared = System.nanoTime();

    private record Reading(OutboxStatus status, long sent) {}

    public OutboxDemo(DemoDatabase database, String secret, int workers, int rate, Consumer<String> news) {
        super(DemoKind.OUTBOX, news);
        this.database = database;
        this.reader = new OutboxReader(database.outbox());
        this.group = database.outbox().outbox().settings().group();
        this.board = database.outbox().outbox().boards().of(group);
        ResponseDelay delay = new ResponseDelay(
                rate, workers * WORKER.workers() * WORKER.batchSize(), audit::backlog, System.nanoTime());
        this.receiver = new EventReceiver(secret, audit, delay);
        start(workers);
        this.producer = new EventProducer(
                database.outbox(), audit, rate, () -> !counters.all().isEmpty());
        ProductSnapshot first =
                new ProductSnapshot("outbox", GroupLook.unavailable(group, "the workers start"), figures(), refused());
        this.snapshot = new Refreshed<>("divvy-outbox-reader", first, this::read);
    }

    @Override
    protected DemoProcess create(int number, int count) {
        String id = "worker-" + number;
        return database.program(id, SampleWorker.class, line -> counters.read(id, line), id, receiver.address(id));
    }

    /** Lets the worker have an event in flight, so that its completion is late when it continues. */
    @Override
    protected void beforePause(DemoProcess worker) {
        try {
            receiver.requests().hold(worker.id(), IN_FLIGHT_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    protected void afterPause(DemoProcess worker) {
        receiver.requests().release(worker.id());
    }

    @Override
    public List<String> introduction() {
        return List.of(
                "An outbox: " + Numbers.count(processes().size(), "worker")
                        + ", each its own process, share the events.",
                "  " + pids(),
                "  kill -9 " + processes().get(0).pid() + "     the others take over within seconds; it restarts after "
                        + RESTART_DELAY.toSeconds() + " s",
                "  ./divvy outbox status --jdbc '" + database.url() + "' " + database.login());
    }

    @Override
    public String consequence(DemoProcess ended) {
        return "the others take over";
    }

    @Override
    public ProductSnapshot snapshot() {
        return snapshot.get();
    }

    private ProductSnapshot read() {
        BoardSnapshot looked = board.look();
        heartbeats.look(looked.cards(), System.nanoTime());
        try {
            readEvents();
        } catch (Failure busy) {
            // The last status is used again.
        }
        return new ProductSnapshot(
                "outbox", StatusBuilder.ofBoard(group, looked, heartbeats::age), figures(), refused());
    }

    private void readEvents() {
        long sent = producer.sent();
        OutboxStatus status = reader.recent();
        if (last.isEmpty() || !last.get().status().equals(status)) {
            last = Optional.of(new Reading(status, sent));
        }
        if (System.nanoTime() - compared >= COMPARE_INTERVAL.toNanos()) {
            findLost();
            compared = System.nanoTime();
        }
    }

    private void findLost() {
        long sent = producer.sent();
        StoredEvents stored = StoredEvents.read(database.outbox());
        audit.compare(stored.numbers(), stored.upTo(sent));
    }

    private OutboxFigures figures() {
        return last.map(reading -> OutboxFigures.of(reading.status(), counters.all()))
                .orElseGet(() -> OutboxFigures.unknown("the outbox was not read yet", counters.all()));
    }

    private Map<String, Long> refused() {
        return counters.all().stream().collect(Collectors.toMap(ProcessorFigures::name, ProcessorFigures::refused));
    }

    @Override
    public Findings findings() {
        return audit.findings()
                .withRefused(counters.all().stream()
                        .mapToLong(ProcessorFigures::refused)
                        .sum());
    }

    /** Returns the number of handled events, as far as the last status of the outbox tells. */
    private long handled() {
        return last.map(reading -> Math.max(
                        0,
                        reading.sent()
                                - reading.status().pending()
                                - reading.status().aborted()))
                .orElse(0L);
    }

    @Override
    protected String summary() {
        return "outbox " + Numbers.whole(producer.sent()) + " sent, " + Numbers.whole(handled()) + " handled, "
                + last.map(Reading::status).map(OutboxStatus::backlog).orElse("0 waiting");
    }

    @Override
    protected Optional<String> work(DemoProcess worker) {
        return snapshot.latest().group().members().stream()
                .filter(member -> member.id().equals(worker.id()) && member.state() != MemberState.GONE)
                .findFirst()
                .map(OutboxDemo::shown);
    }

    private static String shown(MemberStatus member) {
        boolean silent = member.beatAge().isPresent()
                && member.timeToLive().isPresent()
                && member.beatAge().get().compareTo(member.timeToLive().get()) >= 0;
        return (silent ? "silent" : member.state().name().toLowerCase(Locale.ROOT)) + " "
                + member.pieces().count();
    }

    /** Returns the numbers of handled and sent events as text. */
    @Override
    public List<String> result() {
        try {
            last = Optional.of(new Reading(reader.read(), producer.sent()));
            findLost();
        } catch (Failure busy) {
            // The last status is used again.
        }
        return List.of(
                "handled " + Numbers.whole(handled()) + " of " + Numbers.count(producer.sent(), "event") + " sent");
    }

    @Override
    public void finish() {
        super.finish();
        producer.close();
    }

    @Override
    public void close() {
        snapshot.close();
        receiver.close();
    }
}
