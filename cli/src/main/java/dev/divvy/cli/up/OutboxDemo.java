package dev.divvy.cli.up;

import dev.divvy.cli.Divvy;
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
final class OutboxDemo implements Demo {

    private static final int ORDERS = 100;
    private static final String MEMORY = "128m";

    private final DemoDatabase database;
    private final OutboxReader reader;
    private final ProcessGroup workers;
    private final int rate;
    private final long began = System.nanoTime();

    /** What was seen last; the database may be too busy to say more. */
    private Optional<OutboxStatus> last = Optional.empty();

    private long sent;
    private long handled;

    OutboxDemo(DemoDatabase database, int workers, int rate, Consumer<String> told) {
        this.database = database;
        this.reader = new OutboxReader(database.outbox());
        this.rate = rate;
        this.workers = new ProcessGroup(
                IntStream.rangeClosed(1, workers).mapToObj(this::worker).toList(), "the others take over", told);
    }

    private DemoProcess worker(int number) {
        String id = "worker-" + number;
        List<String> arguments = List.of(
                "outbox",
                "run",
                "--jdbc",
                database.url(),
                "--jdbc-user",
                DemoDatabase.USER,
                "--id",
                id,
                "--to",
                "-",
                "--fresh",
                "--until-stdin-ends");
        return new DemoProcess(id, Divvy.class, MEMORY, arguments, database.environment());
    }

    @Override
    public String name() {
        return "workers";
    }

    @Override
    public List<String> introduction() {
        List<DemoProcess> all = workers.processes();
        long first = all.get(0).pid();
        long last = all.get(all.size() - 1).pid();
        return List.of(
                Numbers.count(all.size(), "worker") + ", each a process, share the events of an outbox.",
                "  " + workers.pids(),
                "  kill -9 " + first + "     the others take over within seconds; it is started anew after "
                        + ProcessGroup.ABSENCE.toSeconds() + " s",
                "  kill -STOP " + last + "   so do they when it is only paused; kill -CONT " + last
                        + " lets it come back",
                "  ./divvy outbox status --jdbc '" + database.url() + "' " + database.login());
    }

    @Override
    public void supervise() {
        workers.supervise();
        long due = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) * rate / 1000;
        // After a pause of this process: no more than a second's worth at once.
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
            // They are still due, and sent the next time.
        }
    }

    @Override
    public Status status() {
        try {
            last = Optional.of(reader.read());
        } catch (Failure busy) {
            // The last one must do.
        }
        handled = Math.max(
                0,
                sent - last.map(outbox -> outbox.pending() + outbox.aborted()).orElse(0L));
        String summary = "outbox " + Numbers.whole(sent) + " sent, " + Numbers.whole(handled) + " handled, "
                + last.map(OutboxStatus::backlog).orElse("0 waiting");
        return new Status(
                summary,
                workers.processes().stream()
                        .map(worker -> worker.id() + " " + state(worker))
                        .toList());
    }

    private String state(DemoProcess worker) {
        if (!worker.isAlive()) {
            return workers.absence(worker);
        }
        Optional<OutboxStatus.Member> member = last.stream()
                .flatMap(snapshot -> snapshot.members().stream())
                .filter(one -> one.name().equals(worker.id()))
                .findFirst();
        member.ifPresent(there -> worker.see());
        // A process that is paused for long is taken off, and puts itself on again when it goes on.
        return member.map(one -> one.shownState() + " " + one.assigned())
                .orElse(worker.wasSeen() ? "off the board" : "starting");
    }

    /** Returns how many of the events that were sent were handled. */
    String result() {
        return "handled " + Numbers.whole(handled) + " of " + Numbers.count(sent, "event") + " sent";
    }

    @Override
    public void stop() {
        workers.stop();
    }

    @Override
    public void close() {
        stop();
        workers.end();
        status();
    }

    @Override
    public void kill() {
        workers.kill();
    }
}
