package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.TwoNetworks;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Several nodes, each in a process of its own, and the times at which their members held units. */
final class MeshProcesses implements AutoCloseable {

    /** The time in which a process held a unit; {@code until} is the largest number while it holds it. */
    record Span(String process, String unit, long from, long until) {}

    private final List<InetSocketAddress> addresses;

    /** The prefix of the command of each. */
    private final List<List<String>> prefixes;

    private final Duration pulse;
    private final Duration timeToLive;
    private final Map<String, TestProcess> running = new LinkedHashMap<>();
    private final List<TestProcess> all = new ArrayList<>();

    /** The times at which killed processes had ended. */
    private final Map<TestProcess, Long> ends = new HashMap<>();

    MeshProcesses(int count, Duration pulse, Duration timeToLive) {
        this.addresses = IntStream.range(0, count).mapToObj(i -> Nodes.free()).toList();
        this.prefixes = Collections.nCopies(count, List.of());
        this.pulse = pulse;
        this.timeToLive = timeToLive;
    }

    /** Nodes in two networks, each on the side that is given. */
    MeshProcesses(TwoNetworks networks, List<String> sides) {
        this.addresses = IntStream.range(0, sides.size())
                .mapToObj(i -> new InetSocketAddress(TwoNetworks.host(sides.get(i)), 7501 + i))
                .toList();
        this.prefixes = sides.stream().map(networks::on).toList();
        this.pulse = Timing.PEERS.pulse();
        this.timeToLive = Timing.PEERS.timeToLive();
    }

    /** Starts processes with the default times. */
    static MeshProcesses withDefaults(int count) throws Exception {
        return started(count, Timing.PEERS.timeToLive());
    }

    static MeshProcesses started(int count, Duration timeToLive) throws Exception {
        MeshProcesses processes = new MeshProcesses(count, Timing.PEERS.pulse(), timeToLive);
        for (int i = 0; i < count; i++) {
            processes.start(i);
        }
        processes.awaitShared(count);
        return processes;
    }

    static String id(int index) {
        return "p" + index;
    }

    TestProcess start(int index) {
        List<String> arguments = List.of(
                id(index),
                MeshSettings.format(addresses.get(index)),
                addresses.stream().map(MeshSettings::format).collect(Collectors.joining(",")),
                Long.toString(pulse.toMillis()),
                Long.toString(timeToLive.toMillis()));
        TestProcess process = JavaProcess.of(MeshProcess.class, arguments)
                .withHeap(96)
                .withPrefix(prefixes.get(index))
                .start(id(index));
        running.put(id(index), process);
        all.add(process);
        process.awaitOutput("joined after ", 1);
        return process;
    }

    TestProcess process(int index) {
        return Objects.requireNonNull(running.get(id(index)));
    }

    /** Kills a process as {@code kill -9} does, and returns the time before that. The spans that it reported stay. */
    long kill(int index) {
        TestProcess process = process(index);
        long before = System.nanoTime();
        process.kill();
        ends.put(process, System.nanoTime());
        running.remove(id(index));
        return before;
    }

    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (TestProcess process : all) {
            for (String unit : MeshProcess.UNITS) {
                List<String> from = process.output("+" + unit + " ");
                List<String> until = process.output("-" + unit + " ");
                for (int i = 0; i < from.size(); i++) {
                    boolean over = i < until.size();
                    spans.add(new Span(
                            process.name(),
                            unit,
                            Long.parseLong(from.get(i)),
                            over ? Long.parseLong(until.get(i)) : ends.getOrDefault(process, Long.MAX_VALUE)));
                }
            }
        }
        return spans;
    }

    /** Returns the process that holds each unit now. A paused process cannot report that it does not: it is left out. */
    Map<String, String> holders(String except) {
        return spans().stream()
                .filter(span ->
                        span.until() == Long.MAX_VALUE && !span.process().equals(except))
                .collect(Collectors.toMap(Span::unit, Span::process, (a, b) -> a + "+" + b));
    }

    /** Waits until this many processes share all units evenly. */
    void awaitShared(int count) throws Exception {
        awaitShared(count, "");
    }

    void awaitShared(int count, String except) throws Exception {
        int share = MeshProcess.UNITS.size() / count;
        try {
            Await.until(count + " processes share all units", () -> {
                Map<String, String> holders = holders(except);
                Map<String, Long> shares =
                        holders.values().stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
                return holders.size() == MeshProcess.UNITS.size()
                        && shares.size() == count
                        && shares.values().stream().allMatch(size -> size >= share);
            });
        } catch (AssertionError e) {
            throw new AssertionError(tails(), e);
        }
    }

    /** Waits until these processes hold all units among them, whatever others hold. */
    void awaitAllHeldBy(List<Integer> some) throws Exception {
        List<String> ids = some.stream().map(MeshProcesses::id).toList();
        try {
            Await.until(
                    ids + " hold all units",
                    () -> spans().stream()
                                    .filter(span -> span.until() == Long.MAX_VALUE && ids.contains(span.process()))
                                    .map(Span::unit)
                                    .distinct()
                                    .count()
                            == MeshProcess.UNITS.size());
        } catch (AssertionError e) {
            throw new AssertionError(tails(), e);
        }
    }

    /** Returns the time at which the last unit was held again. */
    long lastGainAfter(long time) {
        return spans().stream()
                .filter(span -> span.until() == Long.MAX_VALUE)
                .mapToLong(Span::from)
                .filter(from -> from > time)
                .max()
                .orElse(time);
    }

    /** Checks that no unit was ever held by two processes at once. */
    void checkNoneTwice() {
        List<Span> spans = spans();
        for (Span span : spans) {
            for (Span other : spans) {
                if (span.unit().equals(other.unit()) && !span.process().equals(other.process())) {
                    assertThat(span.from() < other.until() && other.from() < span.until())
                            .as("%s and %s\n%s", span, other, tails())
                            .isFalse();
                }
            }
        }
    }

    String tails() {
        return all.stream().map(TestProcess::tail).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        all.forEach(TestProcess::close);
    }
}
