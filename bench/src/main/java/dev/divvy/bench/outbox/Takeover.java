package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One of three processors, in JVMs of their own, is killed: how long until others handle events of its entities. */
final class Takeover implements Part {

    private static final int PROCESSORS = 3;
    private static final List<String> ENTITIES =
            IntStream.range(0, 90).mapToObj(Load::entity).toList();
    private static final double GOAL_SECONDS = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Database database;
    private final int kills;

    Takeover(Database database, int kills) {
        this.database = database;
        this.kills = kills;
    }

    @Override
    public void run(Report report) throws Exception {
        double[] first = new double[kills];
        double[] all = new double[kills];
        try (Outbox producer = Outbox.on(database.bulk(), Child.SETTINGS).createIfMissing();
                Children children = new Children(database)) {
            Set<String> names = new HashSet<>();
            for (int i = 0; i < PROCESSORS; i++) {
                names.add("first-" + i);
                children.start("first-" + i);
            }
            for (int kill = 0; kill < kills; kill++) {
                awaitShared(producer, children, names);
                String victim = names.iterator().next();
                names.remove(victim);
                Set<String> orphans = entitiesOf(children.last(), Set.of(victim));
                long killed = System.nanoTime();
                children.kill(victim);
                send(producer, orphans);
                Crew.await(
                        "others took over",
                        () -> entitiesOf(children.last(), names).containsAll(orphans));
                List<Long> times = children.last().entrySet().stream()
                        .filter(entry -> orphans.contains(entry.getKey()))
                        .map(entry -> entry.getValue().nanoTime() - killed)
                        .sorted()
                        .toList();
                first[kill] = Moments.seconds(times.get(0));
                all[kill] = Moments.seconds(times.get(times.size() - 1));
                report.progress("takeover: " + Math.round(all[kill] * 100) / 100.0 + " s");
                names.add("next-" + kill);
                children.start("next-" + kill);
            }
        }
        tell(report, first, all);
    }

    private static void tell(Report report, double[] first, double[] all) {
        String part = "takeover after kill -9 of one of three";
        report.add(Figure.plain(part, "the first of its entities", "s", new Spread(first)));
        Spread spread = new Spread(all);
        report.add(Figure.judged(
                part,
                "the last of its entities",
                "s",
                spread,
                "below " + Math.round(GOAL_SECONDS) + " s each time",
                spread.most() < GOAL_SECONDS));
        report.note("takeover: processors in JVMs of their own, usual timing; from the kill to the handler of another");
    }

    /** A trickle goes on until everybody handles a good part of the entities. */
    private static void awaitShared(Outbox producer, Children children, Set<String> names) throws SQLException {
        children.last().clear();
        int fair = ENTITIES.size() / PROCESSORS / 2;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!names.stream()
                .allMatch(name -> entitiesOf(children.last(), Set.of(name)).size() >= fair)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the processors did not share the entities within 60 s");
            }
            send(producer, Set.copyOf(ENTITIES));
            Moments.until(System.nanoTime() + PAUSE_NANOS);
        }
        // What was on its way is handled, so that what comes after a kill was sent after it.
        Moments.until(System.nanoTime() + 10 * PAUSE_NANOS);
    }

    private static Set<String> entitiesOf(Map<String, Children.Handled> last, Set<String> names) {
        return last.entrySet().stream()
                .filter(entry -> names.contains(entry.getValue().child()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static void send(Outbox producer, Set<String> entities) throws SQLException {
        List<Message> messages =
                entities.stream().map(entity -> Message.of("Bench", entity)).toList();
        producer.inTransaction(connection -> producer.send(connection, messages));
    }
}
