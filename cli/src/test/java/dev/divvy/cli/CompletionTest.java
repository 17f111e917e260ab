package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {

    @TempDir
    private Path folder;

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        assertThat(completions("divvy", "no")).containsExactly("node");
        assertThat(completions("divvy", "distributor", "u")).containsExactly("units");
        assertThat(completions("divvy", "outbox", "run", "--handler")).containsExactly("--handler-timeout");
    }

    /** Returns the completions of a tab after these words. */
    private List<String> completions(String... words) throws Exception {
        Shell shell = Shell.divvy("completion");
        assertThat(shell.exitCode()).as(shell.err()).isZero();
        Path script = Files.writeString(folder.resolve("completion.sh"), shell.out());
        String line = String.join(" ", words);
        String ask = "source " + script + "; COMP_WORDS=(" + line + "); COMP_CWORD=" + (words.length - 1)
                + "; COMP_LINE='" + line + "'; _complete_divvy; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "-c", ask)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String offered = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return offered.lines().map(String::strip).toList();
    }
}
