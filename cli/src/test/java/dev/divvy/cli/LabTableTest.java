package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of allocators in docs/allocation.md has the figures that the lab prints. */
class LabTableTest {

    private static final List<String> COMMAND = List.of("lab", "--members", "50");
    private static final Pattern ROW = Pattern.compile("\\| \\**([a-z][-a-z]*)\\**[^|]*\\| [0-9,]+ \\|.*");

    @Test
    @Tag("long")
    void theTableIsWhatTheLabFinds() {
        Shell lab = Shell.divvy(COMMAND.toArray(String[]::new));
        assertThat(lab.exitCode()).as(lab.err()).isZero();
        List<String> page = Repository.lines(Repository.root().resolve("docs/allocation.md"));
        assertThat(page).anyMatch(line -> line.contains("`./divvy " + String.join(" ", COMMAND) + "`"));
        List<String> rows = page.stream().filter(ROW.asMatchPredicate()).toList();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(8);
        for (String row : rows) {
            String allocator = ROW.matcher(row).replaceFirst("$1");
            List<String> told = Arrays.stream(row.substring(1).split("\\|", -1))
                    .map(cell -> cell.replace("*", "").trim())
                    .toList();
            Predicate<String> named = line -> line.startsWith(allocator + " ");
            List<String> printed = lab.out()
                    .lines()
                    .filter(named)
                    .findFirst()
                    .map(line -> List.of(line.split(" +", -1)))
                    .orElseThrow(() -> new AssertionError("the lab knows no " + allocator + ":\n" + lab.out()));
            assertThat(told.subList(1, 5)).as(allocator).isEqualTo(printed.subList(1, 5));
            assertThat(told.get(6)).as(allocator).isEqualTo(printed.get(printed.size() - 1));
        }
    }
}
