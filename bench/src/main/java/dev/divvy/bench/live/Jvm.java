package dev.divvy.bench.live;

import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.util.List;

/** Main classes of a benchmark in processes of their own. */
public final class Jvm {

    private Jvm() {}

    public static TestProcess start(String name, int megabytes, Class<?> main, String... arguments) {
        return start(name, megabytes, List.of(), main, arguments);
    }

    /** With options of Java's. */
    public static TestProcess start(
            String name, int megabytes, List<String> options, Class<?> main, String... arguments) {
        return JavaProcess.atFullSpeed(main, List.of(arguments))
                .withHeap(megabytes)
                // Where the common pool has one thread, futures start a thread for every callback: no peer is meant to
                // be run so.
                .withOptions("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2")
                .withOptions(options.toArray(String[]::new))
                .start(name);
    }
}
