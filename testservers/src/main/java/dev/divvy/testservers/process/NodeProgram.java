package dev.divvy.testservers.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs Node.js programs of a module, from its folder {@code src/test/node}, with packages that npm has fetched. */
public final class NodeProgram {

    private static final Path FOLDER = Path.of("src", "test", "node");

    private NodeProgram() {}

    /** Returns why no program can run and what to install; empty when it can. The tests of a module run in its folder. */
    public static Optional<String> missing() {
        if (Programs.onPath("node").isEmpty()) {
            return Optional.of("Node.js: node is not on the PATH (on Debian: apt-get install nodejs npm)");
        }
        return Files.isDirectory(FOLDER.resolve("node_modules"))
                ? Optional.empty()
                : Optional.of("Node.js: the packages of " + FOLDER
                        + " are not fetched; ./divvy test does it, or run npm ci --ignore-scripts there");
    }

    public static TestProcess start(String name, String file, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Programs.onPath("node")
                        .orElseThrow(() -> new IllegalStateException(missing().orElse("no node")))
                        .toString(),
                FOLDER.resolve(file).toString()));
        command.addAll(List.of(arguments));
        return TestProcess.start(name, command, Map.of());
    }
}
