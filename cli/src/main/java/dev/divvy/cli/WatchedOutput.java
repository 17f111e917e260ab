package dev.divvy.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that remembers why it could not be written, where a PrintWriter forgets it. A reader that has seen enough and went
 * away ({@code | head}) is no failure.
 */
final class WatchedOutput extends FilterOutputStream {

    private String failure = "";
    private boolean broken;

    WatchedOutput(OutputStream out) {
        super(new BufferedOutputStream(out));
    }

    /** What went wrong, if anything did. */
    Optional<String> failure() {
        return failure.isEmpty() ? Optional.empty() : Optional.of(failure);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        watch(() -> out.write(bytes, from, length));
    }

    @Override
    public void write(int octet) throws IOException {
        watch(() -> out.write(octet));
    }

    @Override
    public void flush() throws IOException {
        watch(out::flush);
    }

    private void watch(Writing writing) throws IOException {
        if (broken) {
            return;
        }
        try {
            writing.run();
        } catch (IOException e) {
            broken = true;
            String why = String.valueOf(e.getMessage());
            failure = why.contains("Broken pipe") ? "" : why;
            throw e;
        }
    }

    private interface Writing {
        void run() throws IOException;
    }
}
