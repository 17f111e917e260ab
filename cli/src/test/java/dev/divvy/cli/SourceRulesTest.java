package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceRulesTest {

    /** Files that may be longer, each with the reason. Ideally empty. */
    private static final List<String> MAY_BE_LONG = List.of();

    private static final String[] SOURCES = {
        ".java", ".xml", ".md", ".sh", ".js", ".css", ".html", ".sql", ".proto", ".lua", ".yml", ".yaml", "divvy", "run"
    };

    @Test
    void everyJavaFileIsShort() {
        assertThat(Repository.files(".java"))
                .isNotEmpty()
                .filteredOn(file -> !MAY_BE_LONG.contains(Repository.name(file)))
                .filteredOn(file -> SourceRules.isLong(Repository.lines(file)))
                .map(Repository::name)
                .isEmpty();
    }

    @Test
    void noFileHasALeftoverMarker() {
        assertThat(Repository.files(SOURCES).stream()
                        .flatMap(file -> SourceRules.leftovers(Repository.lines(file)).stream()
                                .map(line -> Repository.name(file) + ":" + line)))
                .isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        TreeSet<Path> packages = new TreeSet<>();
        Repository.files(".java").stream()
                .filter(file -> Repository.name(file).contains("src/main/java"))
                // A sample shows what an application needs, and no more.
                .filter(file -> !Repository.name(file).startsWith("examples/"))
                .filter(file -> !file.endsWith("module-info.java"))
                .forEach(file -> packages.add(file.resolveSibling("package-info.java")));
        assertThat(packages)
                .isNotEmpty()
                .filteredOn(
                        file -> !Files.exists(file) || !Repository.lines(file).contains("@NullMarked"))
                .map(Repository::name)
                .isEmpty();
    }

    @Test
    void noNameIsVague() {
        assertThat(Repository.files(".java").stream().map(Repository::name).filter(SourceRules::isVague))
                .isEmpty();
    }

    @Test
    void everyRelativeLinkLeadsToAFileAndItsHeading() {
        assertThat(Repository.files(".md").stream()
                        .flatMap(page -> SourceRules.brokenLinks(page, Repository.lines(page)).stream()
                                .map(link -> Repository.name(page) + " -> " + link)))
                .isEmpty();
    }

    @Test
    void theRulesFindPlantedViolations() {
        assertThat(SourceRules.isLong(Collections.nCopies(400, ""))).isFalse();
        assertThat(SourceRules.isLong(Collections.nCopies(401, ""))).isTrue();
        List<String> lines = List.of("fine", "// FIX" + "ME later", "# TO" + "DO", "TO" + "DOS are not meant");
        assertThat(SourceRules.leftovers(lines)).containsExactly(2, 3);
        assertThat(List.of("BoardImpl.java", "LeaseManager.java", "StringUtils.java", "MathUtil.java", "XHelper.java"))
                .allMatch(SourceRules::isVague);
        assertThat(List.of("Allocation.java", "Utility.java", "Simplex.java")).noneMatch(SourceRules::isVague);
    }

    @Test
    void brokenLinksAreFoundAndCodeIsIgnored(@TempDir Path folder) throws IOException {
        Path page = Files.createFile(folder.resolve("page.md"));
        List<String> text = List.of(
                "# A Part, in `code`",
                "[itself](page.md#a-part-in-code) [there](#a-part-in-code) [nowhere](#part)",
                "[web](https://example.org/a.md) `[code](gone.md)`",
                "[gone](gone.md) and ![picture](img/none.svg \"a title\")",
                "```",
                "[in code](gone.md)",
                "```");
        assertThat(SourceRules.brokenLinks(page, text)).containsExactly("#part", "gone.md", "img/none.svg");
    }
}
