package dev.divvy.testservers.process;

import dev.divvy.testservers.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs Python programs with a Python 3 that has the packages of the examples. Packages from Debian belong to the Python of Debian, wherever
 * the PATH leads.
 */
public final class PythonProgram {

    private static final Path OF_DEBIAN = Path.of("/usr/bin/python3");

    private PythonProgram() {}

    /** Returns why no example can run and what to install; empty when it can. */
    public static Optional<String> missing() {
        return find().isPresent()
                ? Optional.empty()
                : Optional.of("Python: no python3 has the packages grpcio and redis"
                        + " (on Debian: apt-get install python3-grpcio python3-redis)");
    }

    public static Optional<Path> find() {
        return Stream.concat(Programs.onPath("python3").stream(), Stream.of(OF_DEBIAN))
                .filter(Files::isExecutable)
                .filter(PythonProgram::hasPackages)
                .findFirst();
    }

    public static TestProcess start(String name, Path file, String... arguments) {
        Path python =
                find().orElseThrow(() -> new IllegalStateException(missing().orElse("no python3")));
        List<String> command = new ArrayList<>(List.of(python.toString(), file.toString()));
        command.addAll(List.of(arguments));
        return TestProcess.start(name, command, Map.of());
    }

    private static boolean hasPackages(Path python) {
        List<String> command = List.of(python.toString(), "-c", "import grpc, redis");
        try (TestProcess process = TestProcess.start("python", command, Map.of())) {
            process.awaitEnd(Await.LIMIT);
            return process.exitCode() == 0;
        }
    }
}
