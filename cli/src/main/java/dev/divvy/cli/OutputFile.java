package dev.divvy.cli;

import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a command is to write. One that cannot be written is refused at once, not after a long run. */
final class OutputFile {

    private final Path path;

    OutputFile(Path path) {
        this.path = path;
        Path folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            throw cannot("it is a directory; name a file in it");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw cannot("there is no directory " + folder + "; make it or choose another");
        }
        if (!Files.isWritable(Files.exists(path) ? path : path.toAbsolutePath().resolveSibling("."))) {
            throw cannot("no permission; choose another place");
        }
    }

    void write(String text) {
        try {
            Files.writeString(path, text);
        } catch (IOException e) {
            throw cannot(e.getMessage() + "; choose another place");
        }
    }

    private Failure cannot(String reason) {
        return Failure.failed("cannot write " + path + ": " + reason);
    }
}
