package dev.divvy.cli.up.demo;

import dev.divvy.cli.terminal.ParentProcess;
import dev.divvy.cli.terminal.StopSignal;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The frame of a process of the demo, which must not outlive its parent process. These programs are not {@code divvy} commands, because
 * parsing options takes half of their time to start.
 */
public final class DemoProgram {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);

    private DemoProgram() {}

    /** The work of the process. */
    @FunctionalInterface
    public interface Role {
        /** Runs until it is asked to stop. */
        void run(StopSignal stop) throws Exception;
    }

    /** Runs until a signal comes or the standard input ends, and exits. */
    public static void main(Role role) {
        try (StopSignal stop = StopSignal.onSignals()) {
            ParentProcess.onEnd(() -> end(stop));
            role.run(stop);
        } catch (Exception e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private static void end(StopSignal stop) {
        stop.ask("the standard input ended");
        // The parent may be the database too: a thread that waits for the database must not keep this process alive.
        LockSupport.parkNanos(STOP_TIMEOUT.toNanos());
        Runtime.getRuntime().halt(1);
    }
}
