package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.testservers.process.TestProcess;
import java.util.List;

/** The {@link DriverProcess} of a contestant. */
final class Driver {

    private final TestProcess process;
    private int answers;

    Driver(TestProcess process) {
        this.process = process;
    }

    double rate(Load load) {
        process.tell(load.line());
        List<String> rates = process.awaitSaid(Said.RATE, ++answers);
        return Double.parseDouble(rates.get(answers - 1));
    }
}
