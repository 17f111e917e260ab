package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options that come from the environment or from the file that --config names. */
class SettingsFileTest {

    private static final String LAB = "lab --members 3 --pieces 8 --allocators modulo --json";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameAFile() {
        file = folder.resolve("divvy.conf");
    }

    private static Shell run(Map<String, String> environment, String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Divvy.run(new PrintWriter(out), new PrintWriter(err), environment, line.split(" ", -1));
        return new Shell(exitCode, out.toString(), err.toString());
    }

    private String events(Map<String, String> environment, String options) {
        Shell shell = run(environment, LAB + options);
        assertThat(shell.exitCode()).as(shell.err()).isZero();
        return shell.out().replaceAll("(?s).*\"events\" : (\\d+).*", "$1");
    }

    @Test
    void theCommandLineCountsBeforeTheEnvironmentAndThatBeforeTheFile() throws Exception {
        Files.writeString(file, "lab.events = 5\nevents = 4\n");
        String config = " --config " + file;
        Map<String, String> environment = Map.of("DIVVY_LAB_EVENTS", "6");
        assertThat(events(environment, config + " --events 7")).isEqualTo("7");
        assertThat(events(environment, config)).isEqualTo("6");
        assertThat(events(Map.of(), config)).as("the more specific key").isEqualTo("5");
        assertThat(events(Map.of("DIVVY_CONFIG", file.toString()), "")).isEqualTo("5");
        assertThat(events(Map.of("DIVVY_LAB_EVENTS", ""), config)).isEqualTo("5");
    }

    @Test
    void oneFileServesManyCommands() throws Exception {
        Files.writeString(file, "# of the lab and of others\nlab.events = 5\noutbox.run.to = -\nnode.listen = x\n");
        assertThat(events(Map.of(), " --config " + file)).isEqualTo("5");
        Files.writeString(file, "outbox.jdbc = jdbc:nothing:x\noutbox.send.batch = 7\n");
        Shell status = run(Map.of(), "outbox status --config " + file);
        assertThat(status.exitCode()).isEqualTo(2);
        assertThat(status.err()).contains("there is no driver for 'jdbc:nothing:x'");
    }

    @Test
    void aFileThatCannotBeUsedIsOneLineThatNamesTheKeyOrTheFile() throws Exception {
        String config = " --config " + file;
        refused(LAB + config, "--config: cannot read " + file + ": no such file");
        for (String wrong : List.of("evnts = 5", "lab.evnts = 5", "lob.events = 5")) {
            Files.writeString(file, wrong);
            refused(LAB + config, "there is no setting '" + wrong.split(" ", -1)[0] + "' for divvy lab (in " + file);
        }
        Files.writeString(file, "lab.events = many");
        refused(LAB + config, "lab.events in " + file + ": 'many' is not a whole number");
        Files.write(file, "events = \u00fc".getBytes(StandardCharsets.ISO_8859_1));
        refused(LAB + config, file + " is not text in UTF-8");
        Shell wrong = run(Map.of("DIVVY_LAB_EVENTS", "0"), LAB);
        assertThat(wrong.err()).contains("DIVVY_LAB_EVENTS in the environment: '0' is not a whole number from 1");
    }

    private static void refused(String line, String reason) {
        Shell shell = run(Map.of(), line);
        assertThat(shell.exitCode()).as(shell.out()).isEqualTo(2);
        assertThat(shell.err().lines()).singleElement().asString().contains(reason, "try divvy lab --help");
    }

    @Test
    void aWrongFileDoesNotPreventTheHelp() {
        Shell help = run(Map.of("DIVVY_CONFIG", "/no/such"), "lab --help");
        assertThat(help).isEqualTo(run(Map.of(), "lab --help"));
        assertThat(help.exitCode()).isZero();
    }
}
