package dev.divvy.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that remembers why a write failed, which a PrintWriter does not; it goes below a buffer. A reader that closes the pipe
 * early ({@code | head}) is not a failure.
 */
final class CheckedOutput extends FilterOutputStream {

    private Optional<String> failure = Optional.empty();
    private boolean broken;

    CheckedOutput(OutputStream out) {
        super(out);
    }

    /** Returns why a write failed; empty if none did. */
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
            failure = Optional.of(String.valueOf(e.getMessage())).filter(reason -> !reason.contains("Broken pipe"));
            throw e;
        }
    }
}
