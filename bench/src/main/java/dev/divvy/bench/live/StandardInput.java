package dev.divvy.bench.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Standard input of a child process. It ends when the parent does, even if the parent is killed. */
public final class StandardInput {

    private StandardInput() {}

    /** Handles one line of standard input. */
    public interface LineHandler {
        void handle(String line) throws Exception;
    }

    /** Passes every line to the handler, and returns at the end of standard input. */
    public static void handleLines(LineHandler handler) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            handler.handle(line);
        }
    }

    /** Returns at the end of standard input. */
    public static void awaitEnd() throws IOException {
        while (System.in.read() >= 0) {}
    }
}
