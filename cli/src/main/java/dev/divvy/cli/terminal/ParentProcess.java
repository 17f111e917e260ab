package dev.divvy.cli.terminal;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;

/** What ties a process to whoever started it, who holds the other end of its standard input. */
public final class ParentProcess {

    private ParentProcess() {}

    /** Does this once the standard input has ended, on a thread of its own. */
    public static void whenCut(Runnable then) {
        DaemonThreads.start("divvy-tether", () -> awaitEnd(then));
    }

    private static void awaitEnd(Runnable then) {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The same as its end.
        }
        then.run();
    }
}
