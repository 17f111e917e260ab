package dev.divvy.bench.distributor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The end of a process whose parent may be killed: it comes with the end of standard input. */
final class Ends {

    private Ends() {}

    /** Runs this at every line of standard input, and returns when there are no more. */
    static void awaitEnd(Runnable asked) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (lines.readLine() != null) {
            asked.run();
        }
    }
}
