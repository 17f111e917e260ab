package dev.divvy.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that remembers why it could not be written, where a PrintWriter forgets it; to be put below a buffer. A reader that has
 * seen enough and went away ({@code | head}) is no failure.
 */
final class CheckedOutput extends FilterOutputStream {

    private Optional<String> failure = Optional.empty();
    private boolean broken;

    CheckedOutput(OutputStream out) {
        super(out);
    }

    /** Returns what went wrong, if anything did. */
    Optional<String> failure() {
        return failure;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (broken) {
            return;
        }
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            broken = true;
            failure = Optional.of(String.valueOf(e.getMessage())).filter(why -> !why.contains("Broken pipe"));
            throw e;
        }
    }
}
