package dev.divvy.bench.live;

import dev.divvy.testservers.process.TestProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Main classes of a benchmark in processes of their own. */
public final class Jvm {

    private Jvm() {}

    public static TestProcess start(String name, int megabytes, Class<?> main, String... arguments) {
        return start(name, megabytes, List.of(), main, arguments);
    }

    /** With options of Java's. */
    public static TestProcess start(
            String name, int megabytes, List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+UseSerialGC",
                // Where the common pool has one thread, futures start a thread for every callback: no peer is meant to
                // be run so.
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return TestProcess.start(name, command, Map.of());
    }
}
