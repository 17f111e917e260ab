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

/**
 * Programs unpacked from jars, kept for later runs. Each folder is renamed into place when it is complete, so two JVMs may unpack it at the
 * same time.
 */
public final class ProgramCache {

    private ProgramCache() {}

    /** Unpacks a resource into an empty folder. */
    public interface Unpacking {
        void unpack(InputStream resource, Path folder) throws IOException;
    }

    /** Returns the folder of the cache, the same as in {@code ./divvy}. The user of the servers could not read the home folder of root. */
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

    /** Returns the folder with the content of this resource; another version of the resource has another folder. */
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
        makeReadable(parent);
        Path incomplete = makeReadable(Files.createTempDirectory(parent, "half-"));
        try (InputStream stream = url.openStream()) {
            unpacking.unpack(stream, incomplete);
        }
        try {
            Files.move(incomplete, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            new ServerHome(incomplete).remove();
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    private static Path makeReadable(Path folder) throws IOException {
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
