package dev.divvy.bench.cache.waits;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.Timing;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.TestProcess;
import java.util.ArrayList;
import java.util.List;

/** Three members in processes of their own, one of which asks for keys while others join and leave. */
final class WaitCluster implements AutoCloseable {

    private final CacheKind kind;
    private final int megabytes;
    private final ContestantProcesses processes = new ContestantProcesses();
    private final List<Integer> ports = ContestantProcesses.ports(ContestantProcesses.MEMBERS);
    private final TestProcess driver;

    /** The members besides the driver, the oldest first. */
    private final List<TestProcess> others = new ArrayList<>();

    private int probes;

    /** The waits during a change, and the milliseconds from its beginning until the cluster was stable. */
    record Change(WaitResult waits, double millis) {}

    WaitCluster(CacheKind kind, int entries, int valueBytes, int megabytes) {
        this.kind = kind;
        this.megabytes = megabytes;
        try {
            ports.stream().skip(1).forEach(port -> others.add(member(port)));
            others.forEach(other -> other.awaitOutput(OutputPrefix.SERVING, 1));
            driver = processes.plainJvm(
                    "prober of " + kind,
                    heap(megabytes),
                    WaitDriverProcess.class,
                    kind.name(),
                    Integer.toString(entries),
                    Integer.toString(valueBytes),
                    ContestantProcesses.joined(ports));
            driver.awaitOutput(OutputPrefix.READY, 1);
        } catch (RuntimeException | AssertionError e) {
            processes.close();
            throw e;
        }
    }

    private TestProcess member(int port) {
        return processes.startPlainMember(kind, port, ports, heap(megabytes));
    }

    private static List<String> heap(int megabytes) {
        return List.of("-Xmx" + megabytes + "m");
    }

    Change peace() {
        return probe(others.size() + 1, () -> {});
    }

    Change join() {
        return probe(others.size() + 2, () -> others.add(member(Ports.free())));
    }

    /** The oldest member besides the driver leaves in order. */
    Change leave() {
        TestProcess leaver = others.remove(0);
        Change change = probe(others.size() + 1, leaver::beginTerminate);
        leaver.awaitEnd();
        return change;
    }

    private Change probe(int members, Runnable change) {
        driver.send(Integer.toString(members));
        probes++;
        driver.awaitOutput(OutputPrefix.READY, probes + 1);
        long began = System.nanoTime();
        change.run();
        driver.awaitOutput(OutputPrefix.SERVING, probes);
        double millis = Timing.millis(System.nanoTime() - began);
        return new Change(
                WaitResult.parse(driver.awaitOutput(OutputPrefix.WAITS, probes).get(probes - 1)), millis);
    }

    @Override
    public void close() {
        processes.close();
    }
}
