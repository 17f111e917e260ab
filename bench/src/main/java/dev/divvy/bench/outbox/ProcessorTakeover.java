package dev.divvy.bench.outbox;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
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

/** One of three processors in separate JVMs is killed: the time until others handle events of its entities. */
final class ProcessorTakeover implements BenchmarkPart {

    private static final int PROCESSORS = 3;
    private static final List<String> ENTITIES =
            IntStream.range(0, 90).mapToObj(OutboxLoad::entity).toList();
    private static final double GOAL_SECONDS = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BenchDatabase database;
    private final int kills;

    ProcessorTakeover(BenchDatabase database, int kills) {
        this.database = database;
        this.kills = kills;
    }

    @Override
    public void run(Report report) throws Exception {
        double[] first = new double[kills];
        double[] all = new double[kills];
        try (Outbox producer =
                        Outbox.on(database.bulk(), ProcessorProcess.SETTINGS).createIfMissing();
                ProcessorProcesses processes = new ProcessorProcesses(database)) {
            Set<String> names = new HashSet<>();
            for (int i = 0; i < PROCESSORS; i++) {
                names.add("first-" + i);
                processes.start("first-" + i);
            }
            for (int kill = 0; kill < kills; kill++) {
                awaitShared(producer, processes, names);
                String victim = names.iterator().next();
                names.remove(victim);
                Set<String> orphans = entitiesOf(processes.last(), Set.of(victim));
                long killed = System.nanoTime();
                processes.kill(victim);
                send(producer, orphans);
                ProcessorGroup.await(
                        "others took over",
                        () -> entitiesOf(processes.last(), names).containsAll(orphans));
                List<Long> times = processes.last().entrySet().stream()
                        .filter(entry -> orphans.contains(entry.getKey()))
                        .map(entry -> entry.getValue().nanoTime() - killed)
                        .sorted()
                        .toList();
                first[kill] = Timing.seconds(times.get(0));
                all[kill] = Timing.seconds(times.get(times.size() - 1));
                report.progress("takeover: " + Math.round(all[kill] * 100) / 100.0 + " s");
                names.add("next-" + kill);
                processes.start("next-" + kill);
            }
        }
        addFigures(report, first, all);
    }

    private static void addFigures(Report report, double[] first, double[] all) {
        String part = "takeover after kill -9 of one of three";
        report.add(Figure.plain(part, "the first of its entities", "s", new Samples(first)));
        Samples samples = new Samples(all);
        report.add(Figure.judged(
                part,
                "the last of its entities",
                "s",
                samples,
                "below " + Math.round(GOAL_SECONDS) + " s each time",
                samples.most() < GOAL_SECONDS));
        report.note(
                "takeover: processors in separate JVMs, default timing; from the kill to the handler of another processor");
    }

    /** Sends events until every processor handles at least half of its share of the entities. */
    private static void awaitShared(Outbox producer, ProcessorProcesses processes, Set<String> names)
            throws SQLException {
        processes.last().clear();
        int fair = ENTITIES.size() / PROCESSORS / 2;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!names.stream()
                .allMatch(name -> entitiesOf(processes.last(), Set.of(name)).size() >= fair)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the processors did not share the entities within 60 s");
            }
            send(producer, Set.copyOf(ENTITIES));
            Timing.sleepUntil(System.nanoTime() + PAUSE_NANOS);
        }
        // Events in flight are handled first, so that events handled after a kill were sent after it.
        Timing.sleepUntil(System.nanoTime() + 10 * PAUSE_NANOS);
    }

    private static Set<String> entitiesOf(Map<String, ProcessorProcesses.Handled> last, Set<String> names) {
        return last.entrySet().stream()
                .filter(entry -> names.contains(entry.getValue().processor()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static void send(Outbox producer, Set<String> entities) throws SQLException {
        List<Message> messages =
                entities.stream().map(entity -> Message.of("Bench", entity)).toList();
        producer.inTransaction(connection -> producer.send(connection, messages));
    }
}
