package dev.divvy.cli.up.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A process that is paused. A small shell holds it: when its input ends, it continues the process. That happens on {@link #close}, and also
 * when this process is killed, so that no paused process is left behind.
 */
final class ProcessPause implements AutoCloseable {

    /** Ctrl-C reaches the shell as well, which must outlive it. */
    private static final String SCRIPT =
            "trap '' HUP INT TERM; kill -STOP \"$0\" && echo paused && cat >/dev/null; kill -CONT \"$0\"";

    private static final long TIMEOUT_SECONDS = 2;

    private final Process shell;

    private ProcessPause(Process shell) {
        this.shell = shell;
    }

    /**
     * Pauses a process; returns when it is paused.
     *
     * @throws IOException when there is no such process, or this machine cannot pause processes
     */
    static ProcessPause of(long pid) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", SCRIPT, Long.toString(pid))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader reply = shell.inputReader();
        if (!"paused".equals(reply.readLine())) {
            shell.getOutputStream().close();
            throw new IOException("the process cannot be paused");
        }
        return new ProcessPause(shell);
    }

    /** Continues the process; waits until that has happened. */
    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            shell.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // The shell has ended already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
