package dev.divvy.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the command: its output, its errors, and its exit code. */
record Shell(int exitCode, String out, String err) {

    private static final int TRIES = 4;

    /** Repeats a call that may be made twice, until a busy machine leaves it enough time. */
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
