package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.testservers.process.TestProcess;
import java.util.List;

/** Controls the {@link LoadDriverProcess} of a contestant. */
final class LoadDriver {

    private final TestProcess process;
    private int answers;

    private LoadDriver(TestProcess process) {
        this.process = process;
    }

    /** Starts a contestant, and a process that sends requests to it. */
    static LoadDriver start(ContestantProcesses processes, CacheKind kind, CacheScale scale) {
        List<Integer> ports = processes.start(kind);
        TestProcess process = processes.jvm(
                "driver of " + kind,
                LoadDriverProcess.class,
                kind.name(),
                Integer.toString(scale.keys()),
                Integer.toString(scale.windowMillis()),
                ContestantProcesses.joined(ports));
        process.awaitOutput(OutputPrefix.READY, 1);
        return new LoadDriver(process);
    }

    double rate(CacheLoad load) {
        process.send(load.line());
        List<String> rates = process.awaitOutput(OutputPrefix.RATE, ++answers);
        return Double.parseDouble(rates.get(answers - 1));
    }
}
