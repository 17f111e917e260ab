package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublicApiTest {

    private static final String FILE = "docs/public-api.txt";

    @Test
    void thePublicSurfaceIsTheOneThatWasReviewed() throws Exception {
        List<String> actual = PublicApi.of(Repository.root());
        Path made = Repository.root().resolve("cli/target/public-api.txt");
        Files.write(made, actual);
        assertThat(actual)
                .as("the public API differs from %s; if that is intended: cp cli/target/public-api.txt %s", FILE, FILE)
                .isEqualTo(Files.readAllLines(Repository.root().resolve(FILE)));
    }

    @Test
    void thePublicSurfaceStaysSmall() throws Exception {
        int reachable = PublicApi.of(Repository.root()).stream()
                .filter(line -> line.startsWith("# "))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*: (\\d+) types", "$1")))
                .sum();
        assertThat(reachable).isPositive().isLessThanOrEqualTo(175);
    }
}
