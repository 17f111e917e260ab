package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.testservers.process.TestProcess;
import java.util.List;

/** Controls the {@link LoadDriverProcess} of a contestant. */
final class LoadDriver {

    private final TestProcess process;
    private int answers;

    LoadDriver(TestProcess process) {
        this.process = process;
    }

    double rate(CacheLoad load) {
        process.send(load.line());
        List<String> rates = process.awaitOutput(OutputPrefix.RATE, ++answers);
        return Double.parseDouble(rates.get(answers - 1));
    }
}
