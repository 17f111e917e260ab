package dev.divvy.cli.up;

import dev.divvy.cli.outbox.OutboxReader;
import dev.divvy.cli.outbox.OutboxStatus;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Workers that share the events of an outbox. */
final class OutboxDemo extends Demo {

    private static final int ORDERS = 100;

    private final DemoDatabase database;
    private final OutboxReader reader;
    private final List<DemoProcess> workers;
    private final int rate;
    private final long began = System.nanoTime();

    /** The last status that was read; the database may be too busy for a newer one. */
    private Optional<OutboxStatus> last = Optional.empty();

    private long sent;

    OutboxDemo(DemoDatabase database, int workers, int rate, Consumer<String> news) {
        // A process that is paused for long is ejected, and joins again when it resumes.
        super("workers", "not in the group", true, news);
        this.database = database;
        this.reader = new OutboxReader(database.outbox());
        this.rate = rate;
        this.workers = IntStream.rangeClosed(1, workers)
                .mapToObj(number -> worker("worker-" + number))
                .toList();
    }

    private DemoProcess worker(String id) {
        return database.process(id, "outbox", "run", "--jdbc=" + database.url(), "--name=" + id, "--to=-", "--fresh");
    }

    @Override
    List<DemoProcess> processes() {
        return workers;
    }

    @Override
    List<String> introduction() {
        long first = workers.get(0).pid();
        long last = workers.get(workers.size() - 1).pid();
        return List.of(
                "An outbox: " + Numbers.count(workers.size(), "worker") + ", each its own process, share the events.",
                "  " + pids(),
                "  kill -9 " + first + "     the others take over within seconds; it restarts after "
                        + RESTART_DELAY.toSeconds() + " s",
                "  kill -STOP " + last + "   the same while it is paused; kill -CONT " + last
                        + " resumes it, and it joins again",
                "  ./divvy outbox status --jdbc '" + database.url() + "' " + database.login());
    }

    @Override
    String consequence(DemoProcess ended) {
        return "the others take over";
    }

    /** Also sends the events that are due. */
    @Override
    void supervise() {
        super.supervise();
        long due = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) * rate / 1000;
        // At most the events of one second at once, after a pause of this process.
        List<Message> messages = LongStream.rangeClosed(sent + 1, Math.min(due, sent + rate))
                .mapToObj(n -> Message.of("Order", Long.toString(n % ORDERS), "event " + n))
                .toList();
        Outbox outbox = database.outbox().outbox();
        try {
            sent += database.outbox().ask(() -> {
                outbox.inTransaction(transaction -> outbox.send(transaction, messages));
                return messages.size();
            });
        } catch (Failure busy) {
            // They stay due, and are sent the next time.
        }
    }

    /** Returns the number of handled events, from the newest status of the outbox. */
    private long handled() {
        try {
            last = Optional.of(reader.read());
        } catch (Failure busy) {
            // The last status is used again.
        }
        return Math.max(
                0,
                sent - last.map(outbox -> outbox.pending() + outbox.aborted()).orElse(0L));
    }

    @Override
    protected String summary() {
        return "outbox " + Numbers.whole(sent) + " sent, " + Numbers.whole(handled()) + " handled, "
                + last.map(OutboxStatus::backlog).orElse("0 waiting");
    }

    @Override
    protected Optional<String> work(DemoProcess worker) {
        return last.stream()
                .flatMap(snapshot -> snapshot.members().stream())
                .filter(member -> member.name().equals(worker.id()))
                .findFirst()
                .map(member -> member.shownState() + " " + member.assigned());
    }

    /** Returns the numbers of handled and sent events as text. */
    String result() {
        return "handled " + Numbers.whole(handled()) + " of " + Numbers.count(sent, "event") + " sent";
    }
}
