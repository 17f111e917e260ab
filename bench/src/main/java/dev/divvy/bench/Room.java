package dev.divvy.bench;

import java.io.PrintStream;

/** Something that can be measured, by its name on the command line. */
interface Room {

    String name();

    /** Refuses a word that chooses nothing here, with the message for whoever wrote it. */
    void check(String only);

    ExitCode run(Arguments arguments, PrintStream out, PrintStream err);
}
