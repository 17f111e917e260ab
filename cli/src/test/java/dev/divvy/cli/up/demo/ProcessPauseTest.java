package dev.divvy.cli.up.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessPauseTest {

    /** Returns the state of a process: T is stopped by a signal. */
    private static char state(Process process) {
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aProcessIsPausedAndContinued() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        try {
            ProcessPause pause = ProcessPause.of(cat.pid());
            Await.until("the signal has arrived", () -> state(cat) == 'T');
            pause.close();
            Await.until("the process goes on", () -> state(cat) != 'T');
        } finally {
            cat.destroyForcibly();
        }
    }

    /** The shell that holds the pause gets the end of its input when this process ends. */
    @Test
    void theEndOfTheHolderContinuesTheProcess() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        try {
            ProcessPause pause = ProcessPause.of(cat.pid());
            cat.getOutputStream().close();
            assertThat(cat.isAlive()).isTrue();
            pause.close();
            Await.until("the end of cat", () -> !cat.isAlive());
        } finally {
            cat.destroyForcibly();
        }
    }

    @Test
    void aProcessThatIsGoneCannotBePaused() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertThatThrownBy(() -> ProcessPause.of(ended.pid())).isInstanceOf(IOException.class);
    }
}
