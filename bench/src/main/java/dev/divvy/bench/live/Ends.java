package dev.divvy.bench.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The end of a process whose parent may be killed: it comes with the end of standard input. */
public final class Ends {

    private Ends() {}

    /** What a process does with a line that it is told. */
    public interface Listener {
        void told(String line) throws Exception;
    }

    /** Hands over every line of standard input, and returns when there are no more. */
    public static void awaitEnd(Listener listener) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            listener.told(line);
        }
    }

    /** Does nothing until then. */
    public static void awaitEnd() throws IOException {
        while (System.in.read() >= 0) {}
    }
}
