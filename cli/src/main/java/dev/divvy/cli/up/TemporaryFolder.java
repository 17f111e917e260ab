package dev.divvy.cli.up;

import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The temporary folder. It says whose it is, so that the next one can put away what one that was killed has left. */
final class TemporaryFolder {

    private static final String PREFIX = "divvy-up-";
    private static final String OWNER = "pid";

    /** The database may write a file while they are being removed. */
    private static final int TRIES = 5;

    private TemporaryFolder() {}

    static Path make() {
        try {
            Path folder = Files.createTempDirectory(PREFIX);
            Files.writeString(
                    folder.resolve(OWNER), Long.toString(ProcessHandle.current().pid()));
            removeAbandoned(folder);
            return folder;
        } catch (IOException e) {
            throw Failure.failed(
                    "cannot make a folder in " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage());
        }
    }

    /** Those beside ours, of the same user, whose process is gone. */
    private static void removeAbandoned(Path ours) {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(ours.resolveSibling("."), PREFIX + "*")) {
            for (Path other : others) {
                if (isAbandoned(other, ours)) {
                    remove(other);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // They stay: nothing here needs their place.
        }
    }

    private static boolean isAbandoned(Path other, Path ours) {
        try {
            return Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(other).equals(Files.getOwner(ours))
                    && ProcessHandle.of(Long.parseLong(Files.readString(other.resolve(OWNER))))
                            .isEmpty();
        } catch (IOException | NumberFormatException e) {
            // One that is just being made, or nothing of ours.
            return false;
        }
    }

    /** Removes it with all that is in it; answers whether it is gone. */
    static boolean remove(Path folder) {
        for (int i = 0; i < TRIES && Files.exists(folder); i++) {
            try (Stream<Path> inside = Files.walk(folder)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException e) {
                // Something came or went meanwhile: once more.
            }
        }
        return !Files.exists(folder);
    }
}
