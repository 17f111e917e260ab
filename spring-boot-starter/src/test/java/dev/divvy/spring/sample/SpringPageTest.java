package dev.divvy.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about Spring shows code that is compiled and run. */
class SpringPageTest {

    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("divvy.root")));
    private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutIndentation(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    @Test
    void itsCodeIsThatOfTheSampleAndOfATest() throws IOException {
        String page = read(ROOT.resolve("docs/start/spring.md"));
        String code = javaBelow("examples/spring-boot/src") + javaBelow("spring-boot-starter/src/test");
        List<String> blocks = JAVA.matcher(page)
                .results()
                .map((MatchResult block) -> withoutIndentation(block.group(1)))
                .toList();
        assertThat(blocks).hasSize(3).allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String javaBelow(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> withoutIndentation(read(file)))
                    .collect(Collectors.joining("\n"));
        }
    }
}
