package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CheckedOutputTest {

    @Test
    void aFullDiskIsRemembered() {
        assertThat(print("No space left on device").failure()).contains("No space left on device");
    }

    @Test
    void aReaderThatWentAwayIsNoFailure() {
        assertThat(print("Broken pipe").failure()).isEmpty();
    }

    private static CheckedOutput print(String problem) {
        CheckedOutput watched = new CheckedOutput(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException(problem);
            }
        });
        PrintWriter out = new PrintWriter(watched, false, StandardCharsets.UTF_8);
        out.println("something");
        out.flush();
        return watched;
    }
}
