package dev.divvy.bench;

import java.io.PrintStream;

/** A set of benchmarks that the command line selects by name. */
interface BenchmarkSuite {

    String name();

    /** Throws {@link IllegalArgumentException} with a message for the user if the value of {@code --only} selects nothing. */
    void check(String only);

    ExitCode run(Arguments arguments, PrintStream out, PrintStream err);
}
