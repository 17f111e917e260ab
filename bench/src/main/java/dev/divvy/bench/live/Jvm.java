package dev.divvy.bench.live;

import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.util.List;

/** Starts main classes of a benchmark as separate processes. */
public final class Jvm {

    private Jvm() {}

    public static TestProcess start(String name, int megabytes, Class<?> main, String... arguments) {
        return start(name, megabytes, List.of(), main, arguments);
    }

    /** Starts a main class with further options of the JVM. */
    public static TestProcess start(
            String name, int megabytes, List<String> options, Class<?> main, String... arguments) {
        return JavaProcess.atFullSpeed(main, List.of(arguments))
                .withHeap(megabytes)
                // With a common pool of one thread, futures start a thread per callback; no peer is meant to run that
                // way.
                .withOptions("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2")
                .withOptions(options.toArray(String[]::new))
                .start(name);
    }
}
