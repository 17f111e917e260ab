package dev.divvy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.process.JavaProcess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command deserializes no Java objects; a filter that the operator has set is kept. */
@Timeout(120)
class DeserializationTest {

    /** Runs a command, and deserializes a list when the process ends. */
    static final class Probe {

        private Probe() {}

        @SuppressWarnings("SystemOut") // read by the test
        public static void main(String[] args) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new ArrayList<>(List.of("one")));
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println(read(bytes.toByteArray()))));
            Divvy.main(new String[] {"--version"});
        }

        private static String read(byte[] bytes) {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                return "made " + in.readObject();
            } catch (IOException | ClassNotFoundException e) {
                return "refused " + e;
            }
        }
    }

    private static String run(String... options) throws Exception {
        JavaProcess probe = JavaProcess.of(Probe.class, List.of()).withOptions(options);
        Process process =
                new ProcessBuilder(probe.command()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void nothingIsDeserialized() throws Exception {
        assertThat(run()).contains("refused java.io.InvalidClassException: filter status: REJECTED");
    }

    @Test
    void theOperatorsOwnFilterStays() throws Exception {
        assertThat(run("-Djdk.serialFilter=java.util.*;java.lang.*;!*")).contains("made [one]");
    }
}
