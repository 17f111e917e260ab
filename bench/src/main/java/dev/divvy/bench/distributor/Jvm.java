package dev.divvy.bench.distributor;

import dev.divvy.testservers.TestProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Main classes of this benchmark in processes of their own. */
final class Jvm {

    private Jvm() {}

    static TestProcess start(String name, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return TestProcess.start(name, command, Map.of());
    }

    /** So many services in one process. */
    static TestProcess services(String name, int count) {
        return start(name, ServicesProcess.class, Integer.toString(count));
    }

    /** Waits until all of them answer. */
    static List<String> addresses(TestProcess services, int count) {
        return services.awaitSaid(ServicesProcess.ADDRESS, count);
    }
}
