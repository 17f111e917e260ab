package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.net.Ports;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The experiments of the Apothik articles, with real processes, on {@code divvy up} and {@code divvy shell}. */
class ShellScriptTest {

    private static final String DOWN = "nodedown";

    @TempDir
    private Path folder;

    @Test
    void aKilledNodeLosesItsOwnEntriesAndNoOtherNodeLosesAny() throws Exception {
        play(3, 16384, 5000);
    }

    /** With {@code -Ddivvy.long=true}; the tests of the cache run with these counts every time. */
    @ParameterizedTest
    @CsvSource({"5, 16384, 5000", "3, 1000, 500", "3, 10, 500"})
    @Tag("long")
    void soItIsWithMoreNodesAndOtherCountsOfTokens(int nodes, int tokens, int entries) throws Exception {
        play(nodes, tokens, entries);
    }

    private void play(int nodes, int tokens, int entries) throws Exception {
        // Servers that other tests of this process share run until it ends.
        Set<Long> before = children();
        int base = Ports.freeRange();
        try (Program up = up(nodes, base, "--tokens", Integer.toString(tokens))) {
            String exact = String.format("%,d tokens, each owned exactly once", tokens);
            Play play = new Play(base, exact);
            play.awaitShares(nodes);

            play.run("check 1; fill 1 " + entries);
            Map<String, Long> full = play.stat(entries);

            play.run("kill 2; check 1");
            Map<String, Long> without = play.stat(entries - lost(full));
            assertThat(without).as("of %s only n2's are lost", full).isEqualTo(removed(full, "n2"));
            assertThat(play.run("stat 2")).isEqualTo(DOWN + "\n");
            assertThat(play.refused("fill 2 10")).contains("n2 at", "nothing was written", "start 2");
            up.awaitOutput("n2 \\(pid \\d+\\) was killed by signal 9");
            assertThat(play.refused("kill 2")).contains("n2 is already down; start it first");
            assertThat(play.refused("stop 99")).contains("there is no node n99");
            assertThat(play.refused("start 1")).contains("n1 is already running, pid ");

            play.run("start 2; check 2");
            play.stat(entries - lost(full));
            play.run("Master.fill(2, 1); start " + (nodes + 1) + "; check " + (nodes + 1));
            Map<String, Long> grown = play.stat(entries - lost(full) + 1);
            assertThat(grown).hasSize(nodes + 1);

            play.run("stop " + (nodes + 1) + "; check 1");
            assertThat(play.stat(entries - lost(full) + 1)).hasSize(nodes);
            play.noForeignEntries(nodes);

            up.interrupt();
            assertThat(up.awaitExit()).as(up.output()).isZero();
        }
        assertThat(before).as("nothing is left behind").containsAll(children());
    }

    private static Set<Long> children() {
        return ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private static long lost(Map<String, Long> full) {
        return full.getOrDefault("n2", 0L);
    }

    private static Map<String, Long> removed(Map<String, Long> from, String name) {
        Map<String, Long> rest = new TreeMap<>(from);
        rest.remove(name);
        return rest;
    }

    @Test
    void aBusyPortIsNamedBeforeAnythingStarts() throws Exception {
        int base = Ports.freeRange();
        try (ServerSocket taken = new ServerSocket(base + 103, 1, InetAddress.getLoopbackAddress())) {
            Shell shell = Shell.divvy("up", "--nodes", "3", "--port", Integer.toString(base));
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.out()).isEmpty();
            assertThat(shell.err().lines())
                    .singleElement()
                    .asString()
                    .contains("port " + taken.getLocalPort() + " (for the peers of node n3) is in use");
        }
    }

    private Program up(int nodes, int base, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "up",
                "--nodes",
                Integer.toString(nodes),
                "--port",
                Integer.toString(base),
                "--workers",
                "1",
                "--parsers",
                "0",
                "--rate",
                "1",
                "--audit",
                "false",
                "--expiration",
                "20s"));
        args.addAll(List.of(more));
        return Program.start(folder, args);
    }

    /** One shell after the other against the same nodes. */
    private record Play(int base, String exact) {

        private Shell shell(String commands) {
            return Shell.divvy("shell", "--at", "127.0.0.1:" + (base + 1), "-c", commands);
        }

        /** Waits until this many nodes have entries: a node that has just joined owns nothing for a moment. */
        void awaitShares(int nodes) {
            Program.awaitSuch(
                    "all nodes",
                    () -> shell("tokens 1; check 1"),
                    shell -> shell.exitCode() == 0
                            && shell.out()
                                            .lines()
                                            .filter(line -> line.matches("n\\d +[1-9].*"))
                                            .count()
                                    == nodes);
        }

        /** Returns the output without the successful results of {@code check}. */
        String run(String commands) {
            Shell shell = shell(commands);
            assertThat(shell.exitCode())
                    .as(commands + ": " + shell.out() + shell.err())
                    .isZero();
            assertThat(shell.out().contains(exact)).as(shell.out()).isEqualTo(commands.contains("check"));
            return shell.out();
        }

        String refused(String commands) {
            Shell shell = shell(commands);
            assertThat(shell.exitCode()).as(commands + ": " + shell.out()).isEqualTo(1);
            return shell.err().lines().collect(Collectors.joining(" | "));
        }

        /** Returns the entries of the nodes that are up, whose sum must be this. */
        Map<String, Long> stat(long sum) {
            String output = run("stat; sum");
            Map<String, Long> entries = new TreeMap<>();
            List<String> lines = output.lines().toList();
            for (String line : lines.subList(1, lines.size() - 1)) {
                String[] cells = line.split(" +", -1);
                if (!cells[1].equals(DOWN)) {
                    entries.put(cells[0], Long.parseLong(cells[1]));
                }
            }
            assertThat(lines.get(lines.size() - 1)).as(output).isEqualTo(Long.toString(sum));
            return entries;
        }

        void noForeignEntries(int nodes) {
            for (int i = 1; i <= nodes; i++) {
                assertThat(run("counters " + i)).containsPattern("foreign +0\n");
            }
        }
    }
}
