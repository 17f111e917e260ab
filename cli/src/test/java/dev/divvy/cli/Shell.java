package dev.divvy.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the command: what it printed, what it complained of, and its exit code. */
record Shell(int exitCode, String out, String err) {

    static Shell divvy(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Divvy.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Shell(exitCode, out.toString(), err.toString());
    }
}
