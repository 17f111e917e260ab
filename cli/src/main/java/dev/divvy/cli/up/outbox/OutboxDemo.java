package dev.divvy.cli.up.outbox;

import dev.divvy.cli.outbox.OutboxFigures.ProcessorFigures;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.demo.DemoKind;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.Findings;
import dev.divvy.cli.up.demo.Refreshed;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Workers that share the events of an outbox, and deliver them to this process. */
public final class OutboxDemo extends Demo {

    private static final ProcessorSettings WORKER = ProcessorSettings.defaults();
    private static final Duration IN_FLIGHT_PATIENCE = Duration.ofSeconds(2);

    private final DemoDatabase database;
    private final WorkerCounters counters = new WorkerCounters();
    private final EventAudit audit = new EventAudit();
    private final EventReceiver receiver;
    private final EventProducer producer;
    private final OutboxWatch watch;
    private final Refreshed<ProductSnapshot> snapshot;

    public OutboxDemo(DemoDatabase database, String secret, int workers, int rate, Consumer<String> news) {
        super(DemoKind.OUTBOX, news);
        this.database = database;
        int atOnce = workers * WORKER.workers() * WORKER.batchSize();
        this.receiver =
                new EventReceiver(secret, audit, new ResponseDelay(rate, atOnce, audit::backlog, System.nanoTime()));
        start(workers);
        this.producer = new EventProducer(
                database.outbox(), audit, rate, () -> !counters.all().isEmpty());
        this.watch = new OutboxWatch(database.outbox(), counters, audit, producer::sent);
        this.snapshot = new Refreshed<>("divvy-outbox-reader", watch.unread(), watch::read);
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

    @Override
    public Findings findings() {
        return audit.findings()
                .withRefused(counters.all().stream()
                        .mapToLong(ProcessorFigures::refused)
                        .sum());
    }

    @Override
    protected String summary() {
        return watch.summary();
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
        watch.readLast();
        return List.of("handled " + Numbers.whole(watch.handled()) + " of " + Numbers.count(producer.sent(), "event")
                + " sent");
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
