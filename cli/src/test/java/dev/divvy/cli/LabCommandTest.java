package dev.divvy.cli;

import static dev.divvy.cli.Shell.divvy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.plan.Allocators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

class LabCommandTest {

    @Test
    void theTableHasARowForEveryAllocatorAndSaysWhatTheBoundIs() {
        Shell shell = divvy("lab", "--events", "40");
        assertThat(shell.exitCode()).isZero();
        assertThat(shell.err()).isEmpty();
        assertThat(Allocators.names())
                .startsWith("sticky")
                .allSatisfy(name -> assertThat(shell.out().lines()).anyMatch(line -> line.startsWith(name + " ")));
        assertThat(shell.out()).contains("bound   the fewest pieces").matches("\\A\\p{ASCII}*\\z");
    }

    @Test
    void theRowsComeInTheOrderAskedFor() {
        String out = divvy("lab", "--events", "10", "--allocators", "modulo,sticky,modulo")
                .out();
        assertThat(out.lines().map(line -> line.replaceFirst(" .*", "")).filter(Allocators.names()::contains))
                .containsExactly("modulo", "sticky");
    }

    @Test
    void theJsonIsAnArrayWithOneObjectAnAllocator() {
        List<Map<String, Object>> rows = json("lab", "--events", "30", "--members", "7", "--seed", "42", "--json");
        assertThat(rows)
                .hasSameSizeAs(Allocators.names())
                .allSatisfy(row -> assertThat(row)
                        .containsKeys(
                                "allocator", "moved", "bound", "excess", "ratio", "maxOverMean", "spread", "exact")
                        .containsKeys("ranges", "microsPerChange", "laws")
                        .containsEntry("events", 30)
                        .containsEntry("members", 7)
                        .containsEntry("pieces", 1000)
                        .containsEntry("seed", 42));
        assertThat(rows.get(0))
                .containsEntry("allocator", "sticky")
                .containsEntry("excess", 0)
                .containsEntry("exact", true);
        assertThat(rows.stream().map(row -> row.get("bound")).distinct()).hasSize(1);
    }

    @Test
    void onlyTheTimeDiffersFromRunToRun() {
        String[] args = {"lab", "--events", "60", "--members", "9", "--json"};
        assertThat(withoutTime(json(args))).isEqualTo(withoutTime(json(args)));
    }

    @Test
    void theStepsAreWrittenBesideTheTable(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("lab.csv");
        Shell shell = divvy("lab", "--events", "20", "--csv", file.toString());
        assertThat(shell.exitCode()).isZero();
        assertThat(shell.out()).contains("allocator");
        assertThat(Files.readAllLines(file))
                .startsWith("allocator,event,maxOverMean,moved,bound")
                .hasSize(1 + 20 * Allocators.names().size())
                .anyMatch(line -> line.matches("sticky,20,[0-9.]+,(\\d+),\\1"));
    }

    @Test
    void aFileThatCannotBeWrittenIsAFailureInOneLine(@TempDir Path folder) {
        for (Path file : List.of(folder, folder.resolve("none/lab.csv"))) {
            Shell shell = divvy("lab", "--events", "5", "--csv", file.toString());
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.err().lines()).singleElement().asString().contains("cannot write " + file + ": ");
            assertThat(shell.out()).isEmpty();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> json(String... args) {
        Shell shell = divvy(args);
        assertThat(shell.exitCode()).isZero();
        return (List<Map<String, Object>>) (List<?>) JSON.std.listFrom(shell.out());
    }

    private static List<Map<String, Object>> withoutTime(List<Map<String, Object>> rows) {
        rows.forEach(row -> row.remove("microsPerChange"));
        return rows;
    }
}
