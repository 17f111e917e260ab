package dev.divvy.cli.up.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Starts a Java process of the demo, again and again: one that is small and starts fast.
 *
 * @param id the name of the process
 * @param main the main class
 * @param memory the limit of the heap, in the notation of {@code -Xmx}
 * @param arguments the arguments of the next start
 * @param environment the settings that must not be arguments, which every user of this machine can read
 * @param output gets the lines that the process prints, on a thread of their own
 */
public record JavaCommand(
        String id,
        Class<?> main,
        String memory,
        Supplier<List<String>> arguments,
        Map<String, String> environment,
        Consumer<String> output) {

    private static final String NO_LOG = "org.slf4j.helpers.NOP_FallbackServiceProvider";

    /** Returns a command whose output is ignored. */
    public static JavaCommand quiet(
            String id,
            Class<?> main,
            String memory,
            Supplier<List<String>> arguments,
            Map<String, String> environment) {
        return new JavaCommand(id, main, memory, arguments, environment, line -> {});
    }

    Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line());
        // The settings of the user's own nodes and workers do not apply to the demo.
        builder.environment().keySet().removeIf(name -> name.startsWith("DIVVY_"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private List<String> line() {
        String classes = System.getProperty("java.class.path");
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:CICompilerCount=1",
                "-XX:CompileThresholdScaling=3",
                "-Xshare:auto",
                "-Xmx" + memory,
                "-XX:+ExitOnOutOfMemoryError",
                // Nobody would see a log, and starting the logging system takes a fifth of the time until a node
                // listens.
                "-Dslf4j.provider=" + NO_LOG,
                "-Dslf4j.internal.verbosity=ERROR"));
        // With the archive of loaded classes that the launcher puts beside the jar, Java need not load and verify them
        // again.
        Path archive = Path.of(classes).resolveSibling("divvy.jsa");
        if (Files.exists(archive)) {
            line.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr"));
        }
        line.addAll(List.of("-cp", classes, main.getName()));
        line.addAll(arguments.get());
        return line;
    }
}
