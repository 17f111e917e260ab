package dev.divvy.testservers.server;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.Command;
import dev.divvy.testservers.process.Launcher;
import dev.divvy.testservers.process.Processes;
import dev.divvy.testservers.process.ServerAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
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
 * The folder of one server: its data and its log. The name contains the pid of its JVM, so that a later JVM recognizes a home whose JVM was
 * killed.
 */
public record ServerHome(Path folder) {

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final int LAST_LINES = 40;

    /** Creates a home of this JVM. */
    static ServerHome create(String kind) {
        return create(kind, ProcessHandle.current().pid());
    }

    /** Creates a home that belongs to the process with this pid. */
    static ServerHome create(String kind, long owner) {
        String name = kind + "-" + owner + "-" + Processes.startTime(owner) + "-" + COUNT.incrementAndGet();
        try {
            Path folder = Files.createDirectory(root().resolve(name));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            ServerAccount.chown(folder);
            return new ServerHome(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all homes of this user, of any JVM. */
    public static List<ServerHome> all() {
        try (Stream<Path> folders = Files.list(root())) {
            return folders.map(ServerHome::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of all homes of this user. Its name is predictable, so a folder of another user is refused. */
    private static Path root() throws IOException {
        Path root = Path.of(System.getProperty("java.io.tmpdir"), "divvy-testservers-" + ServerAccount.uid());
        Files.createDirectories(root);
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)
                || !Files.getAttribute(root, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(ServerAccount.uid())) {
            throw new IOException(root + " belongs to another user; remove it, or set java.io.tmpdir");
        }
        // The user of the servers needs access to the homes in it.
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
        return root;
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

    /** Whether its JVM has ended. */
    boolean isAbandoned() {
        String[] parts = name().split("-", -1);
        if (parts.length != 4 || !parts[1].chars().allMatch(Character::isDigit)) {
            return false;
        }
        return !Processes.startTime(Long.parseLong(parts[1])).equals(parts[2]) || parts[2].isEmpty();
    }

    /** Returns the end of the log, for messages. */
    public String logTail() {
        try {
            List<String> lines = Files.readAllLines(log());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    /** Runs a program in this folder to its end, with this standard input; throws with the end of the log when it fails. */
    public void run(Command command, byte[] input) {
        Process process = Launcher.launch(command, folder, log());
        try (var stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException e) {
            // It ended before it read all input; its exit code and its log tell why.
            process.destroy();
        }
        if (Launcher.exit(process) != 0) {
            throw new IllegalStateException(command.words() + " failed:\n" + logTail());
        }
    }

    /** Removes the folder and its content; another JVM may do the same at the same time. */
    void remove() {
        try {
            Await.until("the removal of " + folder, this::removeNow);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns false if a file was added meanwhile: the threads of a killed process may finish the system calls that they are in. */
    private boolean removeNow() throws IOException {
        try {
            Files.walkFileTree(folder, new Removal());
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
    }

    /** Ignores files that are removed already. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            return ignoreMissing(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                ignoreMissing(failure);
            }
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
        }

        private static FileVisitResult ignoreMissing(IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
