package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.testservers.needs.Servers;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
            up.awaitOutput("parser-1 to parser-2: ([a-z]+\\.example, ){5}[a-z]+\\.example\n");
            theSuggestedCommandsWork(up);

            String distributor = up.awaitOutput("distributor is pid (\\d+)");
            Program.signal(Long.parseLong(next), "STOP");
            up.awaitOutput("worker-1 running 256, worker-2 not in the group");
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
                    .matches("(?s)dashboard  http://127\\.0\\.0\\.1:\\d+/#key=[0-9a-f]{16}\n.*")
                    .containsPattern("\noutbox [0-9,]+ sent, .*\naudit 0 faults injected, [0-9,]+ checks?: 0 lost, ")
                    .containsPattern("time is up; shutting down the workers\n(waiting for worker-1[^\n]*\n)?"
                            + "(worker-1 did not stop in time[^\n]*\n)?handled [0-9,]+ of [0-9,]+ events? sent\n"
                            + "audit 0 faults injected, .*: 0 lost, 0 out of order, .*\n$");
        }
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void aWideTerminalShowsTheRingAndItsEndIsTheEndOfAll() throws Exception {
        Path script = Path.of("/usr/bin/script");
        assumeTrue(Servers.required() || Files.isExecutable(script), script + " opens the terminal");
        String command = Program.command(List.of("up", "--only", "outbox", "--workers", "1")).command().stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        String sized = "stty columns 130 rows 40 && exec " + command;
        ProcessBuilder terminal = new ProcessBuilder(script.toString(), "-qec", sized, "/dev/null");
        terminal.environment().putAll(Map.of("TERM", "xterm", "LC_ALL", "C.UTF-8"));
        terminal.environment().remove("NO_COLOR");
        List<Long> started;
        try (Program up = Program.start(folder, terminal)) {
            up.awaitOutput("\u28ff+.* epoch 1 .* 256 moved .* 256 fewest .*outer: owner now, inner: before");
            started = up.process().descendants().map(ProcessHandle::pid).toList();
        }
        assertThat(started).as("up and its worker").hasSizeGreaterThan(1);
        awaitEnd(started);
    }

    @Test
    void programsReadTheStateOfTheDemoAndNoProcessOutlivesItWhenItIsKilled() throws Exception {
        int port = Program.freePort();
        try (Program up = up("up", "--nodes", "0", "--workers", "1", "--parsers", "1", "--http", "" + port)) {
            String key = up.awaitOutput("dashboard  http://127.0.0.1:" + port + "/#key=(\\w+)\n");
            Program.await(
                    "that all processes take part",
                    () -> HttpPage.get(port, "/readyz").toString().equals("200 all processes take part\n"));
            long worker = Long.parseLong(up.awaitOutput("worker-1 is pid (\\d+)"));
            assertThat(HttpPage.get(port, "/api/status").body())
                    .contains("{\"product\":\"outbox\",\"group\":{\"group\":\"outbox\",\"divides\":\"tokens\",")
                    .contains("{\"product\":\"distributor\",\"group\":{\"group\":\"sys-matching-table\",")
                    .contains(
                            "\"product\":\"outbox\",\"name\":\"worker-1\",\"member\":\"worker-1\",\"pid\":" + worker
                                    + ",\"state\":\"running\",\"detail\":\"running 256\",\"actions\":[\"pause\",\"stop\",\"kill\"]")
                    .contains("\"name\":\"parser-1\",\"member\":\"127.0.0.1:", "\"detail\":\"12 (art books ");
            assertThat(HttpPage.get(port, "/metrics").body())
                    .contains("\ndivvy_up_processes 3.0\n", "\ndivvy_up_present 3.0\n", "\njvm_memory_used_bytes{")
                    .contains("\ndivvy_up_lost_total 0.0\n", "\ndivvy_up_out_of_order_total 0.0\n");
            assertThat(HttpPage.get(port, "/healthz").toString()).isEqualTo("200 alive\n");
            Program.signal(worker, "KILL");
            Program.awaitSuch(
                    "that its end is noticed",
                    () -> HttpPage.get(port, "/readyz").toString(),
                    page -> page.startsWith("503 worker-1 down, restarts in "));
            List<Long> pids = Stream.of("worker-1 was restarted,", "parser-1 is", "distributor is")
                    .map(which -> Long.parseLong(up.awaitOutput(which + " pid (\\d+)")))
                    .toList();
            // A process that up has paused does not outlive it either.
            assertThat(HttpPage.post(port, "/api/operations", key, Map.of("action", "pause", "target", "parser-1"))
                            .status())
                    .isEqualTo(200);
            Program.signal(up.process().pid(), "KILL");
            up.awaitExit();
            awaitEnd(pids);
        }
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void usualPortsThatAreInUseAreAvoidedAndOnlyOneDemoRuns() throws Exception {
        try (ServerSocket http = taken(7480);
                ServerSocket node = taken(7401);
                Program up = up("up", "--only", "cache", "--nodes", "1", "--seconds", "1")) {
            assertThat(up.awaitExit()).as("%s %s", http, node).isZero();
            assertThat(up.output())
                    .matches("(?s)dashboard  http://127\\.0\\.0\\.1:(?!7480)\\d+/#key=[0-9a-f]{16}\n.*")
                    .containsPattern("\n  port 7480 is in use; the dashboard has port \\d+\n")
                    .containsPattern("\n  ports above 7400 are in use; the nodes have those above \\d+\n")
                    .contains("A cache: 1 node")
                    .doesNotContain("An outbox", "A distributor");
        }
        assertThat(leftovers()).isEmpty();
    }

    /** Takes a port, unless another process of this machine has it, which has the same effect. */
    private static ServerSocket taken(int port) throws IOException {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (BindException alreadyTaken) {
            return new ServerSocket();
        }
    }

    @Test
    void aWrongAddressOrAGivenPortThatIsInUseIsNamedBeforeAnythingStarts() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refused(
                    1,
                    "--http: cannot listen on 127.0.0.1:" + taken.getLocalPort(),
                    "--http",
                    "" + taken.getLocalPort());
            refused(2, "add --http-open", "--http", "0.0.0.0:" + taken.getLocalPort());
        }
        refused(2, "--http-open: needs the address that others can reach", "--http-open");
        refused(2, "--http: port 8402 is kept for the nodes; see --port", "--port", "8400", "--http", "8402");
        refused(2, "--expiration: too short for heartbeats", "--expiration", "1ms");
        refused(2, "--only: 'x' is not cache, outbox or distributor", "--only", "x");
        refused(2, "--nodes: 0 leaves nothing to run with --only cache", "--only", "cache", "--nodes", "0");
    }

    private static void refused(int exitCode, String message, String... options) {
        Shell up =
                Shell.divvy(Stream.concat(Stream.of("up"), Stream.of(options)).toArray(String[]::new));
        assertThat(up.exitCode()).as(message).isEqualTo(exitCode);
        assertThat(up.out()).isEmpty();
        assertThat(up.err().lines()).singleElement().asString().contains(message);
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
