package dev.divvy.testservers.server;

import dev.divvy.testservers.process.ServerAccount;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/** Programs unpacked from jars, kept for the next run. Each folder appears at once and whole, so two JVMs may unpack it together. */
public final class ProgramCache {

    private ProgramCache() {}

    /** Puts what a resource contains into an empty folder. */
    public interface Unpacking {
        void unpack(InputStream resource, Path folder) throws IOException;
    }

    /** The same as in {@code ./divvy}. Root's own folder would be shut to the user whom servers run as. */
    public static Path folder() {
        if (ServerAccount.isRoot()) {
            return Path.of("/var/cache/divvy-testservers");
        }
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(home -> !home.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(
                        Optional.ofNullable(System.getenv("HOME")).orElse(System.getProperty("user.home")), ".cache"))
                .resolve("divvy-testservers");
    }

    /** The folder with what this resource contains; another version of it has another folder. */
    public static Path unpacked(String resource, Unpacking unpacking) {
        try {
            URL url = Optional.ofNullable(ProgramCache.class.getResource("/" + resource))
                    .orElseThrow(() -> new IllegalStateException(resource + " is not on the class path"));
            Path target = folder().resolve(resource + "-" + Long.toHexString(checksum(url)));
            if (!Files.isDirectory(target)) {
                unpack(url, target, unpacking);
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack " + resource + " into " + folder(), e);
        }
    }

    private static void unpack(URL url, Path target, Unpacking unpacking) throws IOException {
        Path parent = Files.createDirectories(folder());
        open(parent);
        Path half = open(Files.createTempDirectory(parent, "half-"));
        try (InputStream stream = url.openStream()) {
            unpacking.unpack(stream, half);
        }
        try {
            Files.move(half, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            new ServerHome(half).remove();
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    private static Path open(Path folder) throws IOException {
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static long checksum(URL url) throws IOException {
        CRC32 sum = new CRC32();
        try (InputStream stream = new CheckedInputStream(url.openStream(), sum)) {
            stream.transferTo(OutputStream.nullOutputStream());
        }
        return sum.getValue();
    }
}
