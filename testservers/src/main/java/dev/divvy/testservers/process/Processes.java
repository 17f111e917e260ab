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
 * The processes of a server, found by its home's name in their command lines. Everybody may read those, also in a container where
 * even root may not look at another user's processes more closely.
 */
public final class Processes {

    private static final List<String> SERVERS = List.of("postgres", "initdb", "mariadbd", "mysqld", "redis-");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Processes() {}

    /** All living processes of the server at home there; a zombie does not live. */
    public static List<Long> of(String home) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf)
                    .filter(pid -> belongs(read(pid, "cmdline"), home) && alive(pid))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only a server's own programs count: whoever reads a server's log also names its home. */
    static boolean belongs(String commandLine, String home) {
        if (!names(commandLine, home)) {
            return false;
        }
        String program = commandLine.split("\0|: ", 2)[0];
        String name = program.substring(program.lastIndexOf('/') + 1);
        return SERVERS.stream().anyMatch(name::startsWith);
    }

    /** The whole name: that of the tenth home begins like that of the first. */
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

    /** It lives and is not paused. */
    public static boolean runs(long pid) {
        return "ZX-T".indexOf(state(pid)) < 0;
    }

    /** The kernel's letter for what the process does, or a dash when there is none. */
    private static char state(long pid) {
        return state(pid, "stat");
    }

    private static char state(long pid, String file) {
        String stat = read(pid, file);
        int name = stat.lastIndexOf(") ");
        return name < 0 ? '-' : stat.charAt(name + 2);
    }

    /** When the process began, in ticks since the machine did; empty when there is none. A number may be used again, both may not. */
    public static String began(long pid) {
        String stat = read(pid, "stat");
        int name = stat.lastIndexOf(") ");
        // The twenty-second field; the second, which may contain blanks, ends at the last bracket.
        return name < 0 || !alive(pid) ? "" : stat.substring(name + 2).split(" ", -1)[19];
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has just ended
        }
    }

    /** Sends a signal; a process that is gone is no fault, and callers wait for the effect. */
    public static void signal(String signal, List<Long> pids) {
        if (pids.isEmpty()) {
            return;
        }
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$0\" \"$@\"", signal));
        pids.forEach(pid -> words.add(Long.toString(pid)));
        Launcher.call(words);
    }

    /** Kills every process of the server at home there, and returns when none is left. */
    public static void kill(String home) {
        await("the end of " + home, () -> {
            List<Long> left = of(home);
            // Stopped first: a parent that sees its child die would start it anew.
            signal("STOP", left);
            signal("KILL", of(home));
            return left.isEmpty();
        });
    }

    /** Stops every process of the server at home there, and returns when all stand still. */
    public static void pause(String home) {
        await("the pause of " + home, () -> {
            List<Long> running =
                    of(home).stream().filter(pid -> !standsStill(pid)).toList();
            signal("STOP", running);
            return running.isEmpty();
        });
    }

    /** Stops a process, and returns when it stands still or has ended; where nobody can tell, when it was told. */
    static void pause(long pid) {
        signal("STOP", List.of(pid));
        await("the pause of process " + pid, () -> standsStill(pid) || !alive(pid));
    }

    /** With every thread: after the signal was sent, some run on until one of them has taken it. */
    private static boolean standsStill(long pid) {
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
        awaitNone(what, () -> condition.getAsBoolean() ? Optional.empty() : Optional.of("it did not come"));
    }

    /** Waits until nothing stands in the way of it any more; when the time is up, the last thing that did is told. */
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
