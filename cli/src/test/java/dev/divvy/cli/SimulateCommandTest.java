package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import tools.jackson.jr.ob.JSON;

class SimulateCommandTest {

    @Test
    void seedsWithoutAViolationSaySoAndExitWithZero() {
        Shell shell = Shell.divvy("simulate", "--seed", "7", "--seeds", "3", "--minutes", "2");
        assertThat(shell.err()).isEmpty();
        assertThat(shell.exitCode()).isZero();
        assertThat(shell.out())
                .contains("3 seeds (from 7 to 9), 5 members at the start, 2 minutes of virtual time each.")
                .contains("simulated time", "events per second", "request-lost", "pause-before-effect", "board-flushed")
                .contains("violations: none");
    }

    @Test
    void theSameSeedGivesTheSameFigures() throws IOException {
        Map<String, Object> first = json("simulate", "--seed", "42", "--minutes", "2", "--json");
        Map<String, Object> second = json("simulate", "--seed", "42", "--minutes", "2", "--json");
        first.remove("eventsPerSecond");
        second.remove("eventsPerSecond");
        assertThat(first).isEqualTo(second).containsEntry("seeds", 1).containsEntry("violations", 0);
        assertThat(first.get("events"))
                .asInstanceOf(InstanceOfAssertFactories.INTEGER)
                .isGreaterThan(1000);
        assertThat(first.get("faults"))
                .asInstanceOf(InstanceOfAssertFactories.INTEGER)
                .isGreaterThan(10);
    }

    @Test
    void withoutASeedTheSeedsAreFresh() throws IOException {
        Map<String, Object> first = json("simulate", "--seeds", "1", "--minutes", "1", "--json");
        Map<String, Object> second = json("simulate", "--seeds", "1", "--minutes", "1", "--json");
        assertThat(first.get("firstSeed")).isNotEqualTo(second.get("firstSeed"));
    }

    @Test
    void aPlantedMistakeIsCaughtWithItsSeedItsTraceAndTheCommandThatReplaysIt() {
        Shell shell = Shell.divvy(
                "simulate", "--seed", "1", "--seeds", "10", "--minutes", "5", "--mistake", "grant-without-waiting");
        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.out())
                .contains("with a planted mistake: grant-without-waiting")
                .contains("violations: the number of seeds that show each", "two-holders");
        String replay = shell.out()
                .lines()
                .filter(line -> line.startsWith("replay: ./divvy "))
                .findFirst()
                .orElseThrow()
                .substring("replay: ./divvy ".length());
        Shell again = Shell.divvy(replay.split(" ", -1));
        assertThat(again.exitCode()).isEqualTo(1);
        String seed = replay.replaceAll(".*--seed (\\d+).*", "$1");
        assertThat(trace(again.out(), seed)).isNotEmpty().isEqualTo(trace(shell.out(), seed));
    }

    @Test
    void wrongUsageIsSaidInOneLineWithTheValue() {
        assertThat(Shell.divvy("simulate", "--mistake", "sloth"))
                .satisfies(shell -> assertThat(shell.exitCode()).isEqualTo(2))
                .satisfies(shell ->
                        assertThat(shell.err()).contains("'sloth'", "lease-without-margin", "roster-matched-by-id"));
        assertThat(Shell.divvy("simulate", "--members", "33").err())
                .contains("'33' is not a whole number from 1 to 32");
        assertThat(Shell.divvy("simulate", "--minutes", "0").err())
                .contains("'0' is not a whole number from 1 to 1440");
        assertThat(Shell.divvy("simulate", "--seed", "x").exitCode()).isEqualTo(2);
        assertThat(Shell.divvy("simulate", "--seed", "9223372036854775807").err())
                .contains("'9223372036854775807' is not a whole number of at most 18 digits");
    }

    @Test
    void aRunThatIsInterruptedIsNotCountedAndIsNoSuccess() {
        Thread.currentThread().interrupt();
        Shell shell = Shell.divvy("simulate", "--seed", "5", "--minutes", "1440");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.out()).contains("0 of 1 seeds");
    }

    @Test
    void aPlantedMistakeThatWasNotCaughtIsSaid() throws IOException {
        String[] rare = {
            "simulate", "--seed", "1", "--minutes", "1", "--members", "1", "--mistake", "origin-not-compared"
        };
        assertThat(Shell.divvy(rare).out()).contains("the planted mistake was not caught; try more seeds");
        String[] asJson = Arrays.copyOf(rare, rare.length + 1);
        asJson[rare.length] = "--json";
        assertThat(json(asJson)).containsEntry("mistake", "origin-not-compared").containsEntry("requested", 1);
    }

    private static String trace(String out, String seed) {
        return out.substring(
                out.indexOf("seed " + seed + ": "), out.indexOf("replay: ", out.indexOf("seed " + seed + ": ")));
    }

    private static Map<String, Object> json(String... args) throws IOException {
        Shell shell = Shell.divvy(args);
        assertThat(shell.exitCode()).as(shell.err()).isZero();
        return JSON.std.mapFrom(shell.out());
    }
}
