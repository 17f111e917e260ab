package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpCommandTest {

    /** Attempts at a test that a pause of this process, or of another, can spoil. */
    private static final int TRIES = 4;

    @TempDir
    private Path folder;

    @TempDir
    private Path temporary;

    @Test
    void aKilledOrPausedProcessIsTakenOverAndTheSecondCtrlCEndsAllAtOnce() throws Exception {
        try (Program up = up("up", "--nodes", "0", "--workers", "2", "--rate", "50", "--parsers", "2")) {
            up.awaitOutput("worker-1 running 128, worker-2 running 128");
            String sites = up.awaitOutput("parser-1 6 \\([a-z ]+\\), parser-2 6 \\(([a-z ]+)\\)");
            long victim = Long.parseLong(up.awaitOutput("worker-2 is pid (\\d+)"));
            long parser = Long.parseLong(up.awaitOutput("parser-2 is pid (\\d+)"));
            Program.signal(parser, "KILL");
            String next = killUntilTheOtherIsSeenWithAll(up, victim);
            up.awaitOutput("parser-2 \\(pid " + parser + "\\) was killed by signal 9; its sites move to the others");
            up.awaitOutput("parser-2 to parser-1: " + sites.replace(" ", ".example, ") + ".example\n");
            up.awaitOutput("pid " + next + ".*worker-1 running 128, worker-2 running 128");
            String nextParser = up.awaitOutput("parser-2 was restarted, pid (\\d+)");
            up.awaitOutput("parser-1 to parser-2: " + sites.replace(" ", ".example, ") + ".example\n");
            theSuggestedCommandsWork(up);

            String distributor = up.awaitOutput("distributor is pid (\\d+)");
            stopUntilTheOtherHasAll(up, Long.parseLong(next));
            boolean inTime = theSecondCtrlCCameInTime(up, "worker-2");
            awaitEnd(Stream.of(next, nextParser, distributor)
                    .map(Long::parseLong)
                    .toList());
            assertThat(leftovers()).isEmpty();
            for (int i = 1; !inTime && i < TRIES; i++) {
                inTime = theSecondCtrlCCameInTimeOnceMore();
            }
            assertThat(inTime).as("a second Ctrl-C before the worker was ended").isTrue();
        }
    }

    private static void theSuggestedCommandsWork(Program up) {
        String password = up.awaitOutput("--jdbc-password (\\w+)");
        String url = up.awaitOutput("--jdbc '([^']+)'");
        String[] status = {"outbox", "status", "--jdbc", url, "--jdbc-user", "divvy", "--jdbc-password", password};
        Pattern half = Pattern.compile("worker-1/\\d+ +running +[-0-9, ]+ +128/256");
        Program.await("its half", () -> half.matcher(Shell.divvy(status).out()).find());
        String[] table = {"distributor", "table", "--jdbc", url, "--jdbc-user", "divvy", "--jdbc-password", password};
        Program.await("the table", () -> Shell.divvy(table).out().contains("2 services, 12 units"));
    }

    /** H2 cannot end the transaction of a paused process: if it was paused within one, it is resumed and paused once more. */
    private static void stopUntilTheOtherHasAll(Program up, long victim) throws Exception {
        String taken = "worker-1 running 256, worker-2 not in the group";
        for (int i = 1; i < TRIES; i++) {
            Program.signal(victim, "STOP");
            if (up.saysWithin(Duration.ofSeconds(25), taken)) {
                return;
            }
            Program.signal(victim, "CONT");
            up.awaitOutput("worker-1 running 128, worker-2 running 128");
        }
        Program.signal(victim, "STOP");
        up.awaitOutput(taken);
    }

    /**
     * Returns the pid of the restarted worker. The status is printed only every few seconds: if a pause left no time for that before the
     * restart, the worker is killed once more.
     */
    private static String killUntilTheOtherIsSeenWithAll(Program up, long first) throws Exception {
        String victim = Long.toString(first);
        for (int i = 0; i < TRIES; i++) {
            Program.signal(Long.parseLong(victim), "KILL");
            String gone = "worker-2 \\(pid " + victim + "\\) was killed by signal 9; the others take over";
            String back = "worker-2 was restarted, pid (\\d+)";
            String with = "worker-1 running 256, worker-2 (?:down|starting)";
            boolean seen =
                    up.awaitOutput(gone + ".*?(" + with + "|" + back + ")").startsWith("worker-1");
            victim = up.awaitOutput(gone + ".*?" + back);
            if (seen) {
                return victim;
            }
        }
        return fail("worker-1 was not seen with all of it: " + up.output());
    }

    private static void awaitEnd(List<Long> pids) {
        Program.await(
                "the end of all",
                () -> pids.stream().allMatch(pid -> ProcessHandle.of(pid).isEmpty()));
    }

    @Test
    void afterItsTimeItEndsByItself() throws Exception {
        try (Program up =
                up("up", "--nodes", "0", "--parsers", "0", "--workers", "1", "--seconds", "4", "--rate", "1")) {
            assertThat(up.awaitExit()).isZero();
            assertThat(up.output())
                    .doesNotContain("\033")
                    .contains("kill -9 ")
                    .containsPattern("\noutbox [0-9,]+ sent, ")
                    .containsPattern("time is up; shutting down the workers\n(waiting for worker-1[^\n]*\n)?"
                            + "(worker-1 did not stop in time[^\n]*\n)?handled [0-9,]+ of [0-9,]+ events? sent\n$");
        }
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void programsReadTheStateOfTheDemoAndNoProcessOutlivesItWhenItIsKilled() throws Exception {
        int port = Program.freePort();
        try (Program up = up("up", "--nodes", "0", "--workers", "1", "--parsers", "1", "--http", "" + port)) {
            up.awaitOutput("status of all processes at http://127.0.0.1:" + port + "/api/status\n");
            Program.await(
                    "that all processes take part",
                    () -> HttpPage.get(port, "/readyz").toString().equals("200 all processes take part\n"));
            long worker = Long.parseLong(up.awaitOutput("worker-1 is pid (\\d+)"));
            Program.await(
                    "its tokens", () -> HttpPage.get(port, "/api/status").body().contains("\"state\":\"running 256\""));
            assertThat(HttpPage.get(port, "/api/status").body())
                    .startsWith("{\"demos\":[{\"name\":\"workers\",\"summary\":\"outbox ")
                    .contains(
                            "{\"name\":\"worker-1\",\"pid\":" + worker + ",\"present\":true,\"state\":\"running 256\"}")
                    .contains("{\"name\":\"parser-1\",\"pid\":", "\"state\":\"12 (art books ")
                    .contains("{\"name\":\"distributor\",\"pid\":");
            assertThat(HttpPage.get(port, "/metrics").body())
                    .contains("\ndivvy_up_processes 3.0\n", "\ndivvy_up_present 3.0\n", "\njvm_memory_used_bytes{");
            assertThat(HttpPage.get(port, "/healthz").toString()).isEqualTo("200 alive\n");
            Program.signal(worker, "KILL");
            Program.awaitSuch(
                    "that its end is noticed",
                    () -> HttpPage.get(port, "/readyz").toString(),
                    page -> page.startsWith("503 worker-1 down, restarts in "));
            List<Long> pids = Stream.of("worker-1 was restarted,", "parser-1 is", "distributor is")
                    .map(which -> Long.parseLong(up.awaitOutput(which + " pid (\\d+)")))
                    .toList();
            Program.signal(up.process().pid(), "KILL");
            up.awaitExit();
            awaitEnd(pids);
        }
        assertThat(leftovers()).isEmpty();
        Shell open = Shell.divvy("up", "--http", "0.0.0.0:" + port);
        assertThat(open.exitCode()).isEqualTo(2);
        assertThat(open.err().lines()).singleElement().asString().contains("divvy up: --http: ", "add --http-open");
    }

    private boolean theSecondCtrlCCameInTimeOnceMore() throws Exception {
        try (Program up = up("up", "--nodes", "0", "--parsers", "0", "--workers", "1")) {
            long worker = Long.parseLong(up.awaitOutput("worker-1 is pid (\\d+)"));
            up.awaitOutput("worker-1 running 256");
            Program.signal(worker, "STOP");
            boolean inTime = theSecondCtrlCCameInTime(up, "worker-1");
            awaitEnd(List.of(worker));
            assertThat(leftovers()).isEmpty();
            return inTime;
        }
    }

    /** The second Ctrl-C must come within the few seconds after which a paused worker is killed anyway. */
    private static boolean theSecondCtrlCCameInTime(Program up, String paused) throws Exception {
        up.interrupt();
        up.awaitOutput("waiting for [^;]*" + paused + "[^;]*; press Ctrl-C again to kill (it|them)");
        boolean interrupted = up.interruptIfAlive();
        int exitCode = up.awaitExit();
        if (up.output().contains(paused + " did not stop in time and was killed\n")) {
            return false;
        }
        assertThat(interrupted).as(up.output()).isTrue();
        assertThat(exitCode).isEqualTo(130);
        return true;
    }

    private Program up(String... args) {
        ProcessBuilder command = Program.command(List.of(args));
        command.command().add(1, "-Djava.io.tmpdir=" + temporary);
        return Program.start(folder, command);
    }

    /** Returns the files that are left in the folder for temporary files. */
    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.toList();
        }
    }
}
