package dev.divvy.testservers.server;

import dev.divvy.testservers.process.Command;
import dev.divvy.testservers.process.Launcher;
import dev.divvy.testservers.process.Processes;
import dev.divvy.testservers.process.ServerAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one server: its data and its log. The name says which JVM it belongs to, so that whoever comes later can tell a
 * home whose JVM was killed.
 */
public record ServerHome(Path folder) {

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final int LAST_LINES = 40;

    /** A new home of this JVM. */
    static ServerHome create(String kind) {
        return create(kind, ProcessHandle.current().pid());
    }

    /** A new home that belongs to the process with this number. */
    static ServerHome create(String kind, long owner) {
        String name = kind + "-" + owner + "-" + Processes.began(owner) + "-" + COUNT.incrementAndGet();
        try {
            Path folder = Files.createDirectory(street().resolve(name));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            ServerAccount.give(folder);
            return new ServerHome(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every home of this user, of any JVM. */
    public static List<ServerHome> all() {
        try (Stream<Path> folders = Files.list(street())) {
            return folders.map(ServerHome::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where all homes of this user are. Its name can be guessed, so nobody else's folder is taken for it. */
    private static Path street() throws IOException {
        Path street = Path.of(System.getProperty("java.io.tmpdir"), "divvy-testservers-" + ServerAccount.uid());
        Files.createDirectories(street);
        if (!Files.isDirectory(street, LinkOption.NOFOLLOW_LINKS)
                || !Files.getAttribute(street, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(ServerAccount.uid())) {
            throw new IOException(street + " belongs to somebody else; remove it, or set java.io.tmpdir");
        }
        // Servers that do not run as root must be able to walk through.
        Files.setPosixFilePermissions(street, PosixFilePermissions.fromString("rwxr-xr-x"));
        return street;
    }

    public String name() {
        return folder.getFileName().toString();
    }

    public Path data() {
        return folder.resolve("data");
    }

    public Path log() {
        return folder.resolve("log");
    }

    /** The JVM that it belongs to is gone. */
    boolean abandoned() {
        String[] parts = name().split("-", -1);
        if (parts.length != 4 || !parts[1].chars().allMatch(Character::isDigit)) {
            return false;
        }
        return !Processes.began(Long.parseLong(parts[1])).equals(parts[2]) || parts[2].isEmpty();
    }

    /** The end of the log, for messages. */
    public String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    /** Runs a program in this folder to its end, fed with this text; throws with its last words when it fails. */
    public void run(Command command, byte[] input) {
        Process process = Launcher.launch(command, folder, log());
        try (var stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException e) {
            // It ended before it read everything; its exit and its log say why.
            process.destroy();
        }
        if (Launcher.exit(process) != 0) {
            throw new IllegalStateException(command.words() + " failed:\n" + lastWords());
        }
    }

    /** Removes the folder with all that is in it; another run may do the same at the same time. */
    void remove() {
        try {
            Files.walkFileTree(folder, new Removal());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes no offence at what is gone already. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
            return resume(fault);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException fault) throws IOException {
            if (fault != null) {
                resume(fault);
            }
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
        }

        private static FileVisitResult resume(IOException fault) throws IOException {
            if (fault instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw fault;
        }
    }
}
