package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpCommandTest {

    @TempDir
    private Path folder;

    @Test
    void whoIsKilledOrStandsStillIsTakenOverAndNothingIsLeftAtTheEnd() throws Exception {
        try (Program up = up("up", "--workers", "2", "--rate", "50", "--parsers", "2")) {
            up.awaitSaid("worker-1 running 128, worker-2 running 128");
            String sites = up.awaitSaid("sites: parser-1 6 \\([a-z ]+\\), parser-2 6 \\(([a-z ]+)\\)");
            long victim = Long.parseLong(up.awaitSaid("worker-2 is pid (\\d+)"));
            long parser = Long.parseLong(up.awaitSaid("parser-2 is pid (\\d+)"));
            Program.signal(victim, "KILL");
            Program.signal(parser, "KILL");
            up.awaitSaid("parser-2 \\(pid " + parser + "\\) is gone, killed by signal 9; its sites go to the others");
            up.awaitSaid("parser-2 to parser-1: " + sites.replace(" ", ".example, ") + ".example\n");
            up.awaitSaid("worker-2 \\(pid " + victim + "\\) is gone, killed by signal 9; the others take over");
            up.awaitSaid("worker-1 running 256, worker-2 (?:gone|starting)");
            String next = up.awaitSaid("worker-2 is started anew, pid (\\d+)");
            up.awaitSaid("pid " + next + ".*worker-1 running 128, worker-2 running 128");
            String nextParser = up.awaitSaid("parser-2 is started anew, pid (\\d+)");
            up.awaitSaid("parser-1 to parser-2: " + sites.replace(" ", ".example, ") + ".example\n");

            String password = up.awaitSaid("--password (\\w+)");
            String url = up.awaitSaid("--jdbc '([^']+)'");
            Shell status = Shell.divvy("outbox", "status", "--jdbc", url, "--user", "divvy", "--password", password);
            assertThat(status.out()).containsPattern("worker-1/\\d+ +running +[-0-9, ]+ +128/256");

            String desk = up.awaitSaid("divvy table --store (\\S+)");
            assertThat(Shell.divvy("table", "--store", desk).out()).contains("2 services, 12 units");
            String distributor = up.awaitSaid("distributor is pid (\\d+)");

            Program.signal(Long.parseLong(next), "STOP");
            up.awaitSaid("worker-1 running 256, worker-2 off the board");
            up.interrupt();
            assertThat(up.awaitExit()).isZero();
            assertThat(up.said())
                    .contains(
                            "stopped; ending the workers and the parsers\n", "worker-2 did not answer and was killed\n")
                    .containsPattern("handled [0-9,]+ of [0-9,]+ events sent\n$");
            assertThat(Stream.of(next, nextParser, distributor)
                            .filter(pid -> ProcessHandle.of(Long.parseLong(pid)).isPresent()))
                    .isEmpty();
            assertThat(leftovers()).isEmpty();
        }
    }

    @Test
    void nobodyOutlivesOneThatIsKilledAndTheNextPutsAwayWhatItLeftAndEndsByItself() throws Exception {
        try (Program up = up("up", "--workers", "1", "--parsers", "1")) {
            List<Long> pids = Stream.of("worker-1", "parser-1", "distributor")
                    .map(who -> Long.parseLong(up.awaitSaid(who + " is pid (\\d+)")))
                    .toList();
            up.awaitSaid("worker-1 running 256.*parser-1 12");
            Program.signal(up.process().pid(), "KILL");
            Program.await(
                    "the end of all",
                    () -> pids.stream().allMatch(pid -> ProcessHandle.of(pid).isEmpty()));
        }
        assertThat(leftovers()).hasSize(1);
        Path ofSomebodyElse = Files.createDirectory(folder.resolve("divvy-up-without-pid"));
        try (Program up = up("up", "--parsers", "0", "--workers", "1", "--seconds", "4", "--rate", "1")) {
            assertThat(up.awaitExit()).isZero();
            assertThat(up.said())
                    .contains("kill -9 ", "3 s  sent ")
                    .containsPattern(
                            "the time is over; ending the workers\nhandled [0-9,]+ of [0-9,]+ events? sent\n$");
        }
        assertThat(leftovers()).containsExactly(ofSomebodyElse);
    }

    @Test
    void theSecondCtrlCEndsAWorkerThatStandsStillAndLeavesNothing() throws Exception {
        try (Program up = up("up", "--parsers", "0", "--workers", "1")) {
            long worker = Long.parseLong(up.awaitSaid("worker-1 is pid (\\d+)"));
            up.awaitSaid("worker-1 running 256");
            Program.signal(worker, "STOP");
            up.interrupt();
            up.awaitSaid("waiting for worker-1; Ctrl-C again ends it by force");
            up.interrupt();
            assertThat(up.awaitExit()).isEqualTo(130);
            Program.await("the worker's end", () -> ProcessHandle.of(worker).isEmpty());
            assertThat(leftovers()).isEmpty();
        }
    }

    private Program up(String... args) {
        ProcessBuilder command = Program.command(List.of(args));
        command.command().add(1, "-Djava.io.tmpdir=" + folder);
        return Program.start(folder, command);
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("divvy-up-"))
                    .toList();
        }
    }
}
