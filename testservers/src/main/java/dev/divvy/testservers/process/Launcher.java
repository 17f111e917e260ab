package dev.divvy.testservers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Starts processes that die with this JVM. The kernel ties them to the thread that started them, not to its process, so one
 * thread that lives as long as the JVM starts all of them.
 */
public final class Launcher {

    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "divvy-testservers-launcher");
        thread.setDaemon(true);
        return thread;
    });

    private Launcher() {}

    /** Starts a command as the user of the servers; its output is appended to the log. */
    public static Process launch(Command command, Path folder, Path log) {
        ProcessBuilder builder = new ProcessBuilder(
                        command.after(ServerAccount.prefix()).words())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // The environment of the user, such as settings for psql, must not leak into a server.
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(command.environment());
        try {
            return THREAD.submit(builder::start).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot start " + command.words(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting " + command.words(), e);
        }
    }

    /** Runs a short program to its end and returns its exit code. */
    static int call(List<String> words) {
        try {
            return exit(new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static int exit(Process process) {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("process " + process.pid() + " did not end within a minute");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new IllegalStateException("interrupted while waiting for process " + process.pid(), e);
        }
    }
}
