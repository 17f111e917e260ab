package dev.divvy.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the command: what it printed, what it complained of, and its exit code. */
record Shell(int exitCode, String out, String err) {

    private static final int TRIES = 4;

    /** Calls what may be called twice until a busy machine left it time enough. */
    static Shell patiently(String... args) {
        Shell shell = divvy(args);
        for (int i = 1; i < TRIES && shell.err().contains("did not answer in time"); i++) {
            shell = divvy(args);
        }
        return shell;
    }

    static Shell divvy(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Divvy.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Shell(exitCode, out.toString(), err.toString());
    }
}
