package dev.divvy.outbox.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MigrationFilesTest {

    private static final Path WRITTEN = Path.of("target", "migrations");

    @Test
    void theFilesOfTheJarCreateWhatTheCodeCreates() throws Exception {
        Map<String, String> files = MigrationFiles.all();
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path written = WRITTEN.resolve(file.getKey());
            Files.createDirectories(written.getParent());
            Files.writeString(written, file.getValue());
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            try (InputStream in = MigrationFilesTest.class.getClassLoader().getResourceAsStream(file.getKey())) {
                assertThat(in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .as("copy target/migrations/db to src/main/resources: %s", file.getKey())
                        .isEqualTo(file.getValue());
            }
        }
    }
}
