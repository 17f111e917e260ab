package dev.divvy.cli.terminal;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;

/** Detects the end of the process that started this one and holds the other end of its standard input. */
public final class ParentProcess {

    private ParentProcess() {}

    /** Runs an action once the standard input has ended, on a thread of its own. */
    public static void onEnd(Runnable action) {
        DaemonThreads.start("divvy-parent-watch", () -> awaitEnd(action));
    }

    private static void awaitEnd(Runnable action) {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A broken input counts as its end.
        }
        action.run();
    }
}
