package dev.divvy.testservers.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds installed programs. Servers are often in folders that only the PATH of root contains, so those are searched too. */
public final class Programs {

    private Programs() {}

    public static Optional<Path> onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(
                        Arrays.stream(path.split(File.pathSeparator, -1)),
                        Stream.of("/usr/local/sbin", "/usr/sbin", "/usr/libexec"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
