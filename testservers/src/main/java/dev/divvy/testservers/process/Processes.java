package dev.divvy.testservers.process;

import dev.divvy.testservers.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds the processes of a server by the name of its home in their command lines. Those are readable for every user, also in a container
 * where even root may not inspect processes of other users.
 */
public final class Processes {

    private static final List<String> SERVERS = List.of("postgres", "initdb", "mariadbd", "mysqld", "redis-", "chrom");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Processes() {}

    /** Returns all processes of the server with this home, without zombies. */
    public static List<Long> of(String home) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf)
                    .filter(pid -> belongsTo(read(pid, "cmdline"), home) && alive(pid))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only programs of a server count: a process that reads the log of a server also names its home. */
    static boolean belongsTo(String commandLine, String home) {
        if (!names(commandLine, home)) {
            return false;
        }
        String program = commandLine.split("\0|: ", 2)[0];
        String name = program.substring(program.lastIndexOf('/') + 1);
        return SERVERS.stream().anyMatch(name::startsWith);
    }

    /** Compares the whole name: the name of the tenth home begins like that of the first. */
    private static boolean names(String commandLine, String home) {
        for (int at = commandLine.indexOf(home); at >= 0; at = commandLine.indexOf(home, at + 1)) {
            int end = at + home.length();
            if (end == commandLine.length() || !Character.isDigit(commandLine.charAt(end))) {
                return true;
            }
        }
        return false;
    }

    public static boolean alive(long pid) {
        return "ZX-".indexOf(state(pid)) < 0;
    }

    /** Whether the process is alive and not paused. */
    public static boolean runs(long pid) {
        return "ZX-T".indexOf(state(pid)) < 0;
    }

    /** Returns the kernel's letter for the state of the process, or a dash when there is no such process. */
    private static char state(long pid) {
        return state(pid, "stat");
    }

    private static char state(long pid, String file) {
        String stat = read(pid, file);
        int name = stat.lastIndexOf(") ");
        return name < 0 ? '-' : stat.charAt(name + 2);
    }

    /**
     * Returns the start time of the process, in ticks since the boot of the machine; empty when there is no such process. A pid may be
     * reused, but not together with a start time.
     */
    public static String startTime(long pid) {
        String stat = read(pid, "stat");
        int name = stat.lastIndexOf(") ");
        // The twenty-second field; the second field may contain blanks and ends at the last parenthesis.
        return name < 0 || !alive(pid) ? "" : stat.substring(name + 2).split(" ", -1)[19];
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has just ended
        }
    }

    /** Sends a signal. A process that has ended is not an error; callers wait for the effect. */
    public static void signal(String signal, List<Long> pids) {
        if (pids.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$0\" \"$@\"", signal));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        Launcher.call(command);
    }

    /** Kills every process of the server with this home, and returns when none is left. */
    public static void kill(String home) {
        await("the end of " + home, () -> {
            List<Long> left = of(home);
            // Stopped first: a parent that sees its child die would restart it.
            signal("STOP", left);
            signal("KILL", of(home));
            return left.isEmpty();
        });
    }

    /** Pauses every process of the server with this home, and returns when all are paused. */
    public static void pause(String home) {
        await("the pause of " + home, () -> {
            List<Long> running = of(home).stream().filter(pid -> !isPaused(pid)).toList();
            signal("STOP", running);
            return running.isEmpty();
        });
    }

    /** Pauses a process, and returns when it is paused or has ended; without {@code /proc}, once the signal is sent. */
    static void pause(long pid) {
        signal("STOP", List.of(pid));
        await("the pause of process " + pid, () -> isPaused(pid) || !alive(pid));
    }

    /** Whether all threads are stopped: after the signal is sent, threads run on until one of them handles it. */
    private static boolean isPaused(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.allMatch(thread -> state(pid, "task/" + thread.getFileName() + "/stat") == 'T');
        } catch (IOException e) {
            return true; // it has just ended, or this is not Linux
        }
    }

    public static void resume(String home) {
        signal("CONT", of(home));
    }

    public static void await(String what, BooleanSupplier condition) {
        awaitNone(what, () -> condition.getAsBoolean() ? Optional.empty() : Optional.of("not reached"));
    }

    /** Waits until there is no obstacle; on a timeout, the message names the last obstacle. */
    public static void awaitNone(String what, Supplier<Optional<String>> obstacle) {
        AtomicReference<String> last = new AtomicReference<>("");
        if (!Await.within(LIMIT, () -> {
            Optional<String> now = obstacle.get();
            now.ifPresent(last::set);
            return now.isEmpty();
        })) {
            throw new IllegalStateException("waited " + LIMIT + " for " + what + ": " + last.get());
        }
    }
}
