package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code divvy replay}: the file over HTTP, and files that are not replays. */
class ReplayCommandTest {

    @TempDir
    private Path folder;

    @Test
    void aReplayIsServedWithThePageUntilItIsInterrupted() throws Exception {
        Path file = folder.resolve("saved.json");
        String replay = "{\"format\":\"divvy-replay\",\"formatVersion\":1,\"hello\":{}}";
        Files.writeString(file, replay);
        int port = Program.freePort();
        List<String> command = List.of("replay", file.toString(), "--http", "" + port);
        try (Program program = Program.start(folder, command)) {
            program.awaitOutput("replay of " + file + " at http://127.0.0.1:" + port + "/#replay until Ctrl-C");
            assertThat(HttpPage.get(port, "/api/replay").toString()).isEqualTo("200 " + replay + "\n");
            assertThat(HttpPage.get(port, "/").body()).contains("<title>");
            assertThat(HttpPage.get(port, "/healthz").toString()).isEqualTo("200 alive\n");
            assertThat(HttpPage.get(port, "/api/events").status()).isEqualTo(404);
            program.interrupt();
            assertThat(program.awaitExit()).as(program.output()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            nonsense                                       | it is not JSON
            null                                           | it is not a replay; "Save replay" on the dashboard makes one
            {"format":"other"}                             | it is not a replay; "Save replay" on the dashboard makes one
            {"format":"divvy-replay","formatVersion":2}    | it has the replay format 2; this version of Divvy reads format 1
            """)
    void anotherFileIsRefusedInOneLine(String content, String reason) throws Exception {
        Path file = folder.resolve("other.json");
        Files.writeString(file, content);
        Shell refused = Shell.divvy("replay", file.toString(), "--http", "" + Program.freePort());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).isEqualTo("divvy replay: " + file + ": " + reason + "\n");
    }

    @Test
    void whatIsNoTextIsRefusedInOneLine() throws Exception {
        Path file = folder.resolve("other");
        Files.write(file, new byte[] {(byte) 0xC3, (byte) 0x28});
        assertThat(Shell.divvy("replay", file.toString()).err())
                .isEqualTo("divvy replay: " + file + ": it is not text in UTF-8\n");
        Files.write(file, new byte[0]);
        assertThat(Shell.divvy("replay", file.toString()).err()).isEqualTo("divvy replay: " + file + ": it is empty\n");
        assertThat(Shell.divvy("replay", "/dev/zero").err())
                .isEqualTo("divvy replay: /dev/zero is larger than a replay can be\n");
    }

    @Test
    void aMissingFileIsOneLine() {
        Path file = folder.resolve("none.json");
        Shell refused = Shell.divvy("replay", file.toString(), "--http", "" + Program.freePort());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).isEqualTo("divvy replay: cannot read " + file + ": no such file\n");
    }
}
