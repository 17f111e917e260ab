package dev.divvy.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageFilesTest {

    private static final Path FOLDER = Path.of("src/main/resources/dev/divvy/console/page");

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> !file.endsWith("files.txt")).sorted().toList();
        }
    }

    @Test
    void everyFileOfTheFolderIsListedAndServedUnderItsName() throws IOException {
        List<String> names =
                sources().stream().map(file -> file.getFileName().toString()).toList();
        assertThat(new TreeSet<>(Files.readAllLines(FOLDER.resolve("files.txt"))))
                .containsExactlyElementsOf(names);
        PageFiles page = new PageFiles();
        for (Path file : sources()) {
            HttpReply reply =
                    page.reply("/" + file.getFileName(), new Headers()).orElseThrow();
            assertThat(reply.body()).isEqualTo(Files.readAllBytes(file));
            assertThat(reply.type()).isNotEqualTo("application/octet-stream");
        }
    }

    @Test
    void aBrowserThatHasTheFileGetsNoContent() {
        PageFiles page = new PageFiles();
        HttpReply first = page.reply("/", new Headers()).orElseThrow();
        assertThat(first.headers()).containsEntry("Cache-Control", "no-cache");
        Headers again = new Headers();
        again.set("If-None-Match", first.headers().get("ETag"));
        assertThat(page.reply("/", again).orElseThrow().status()).isEqualTo(304);
        assertThat(page.reply("/other", again)).isEmpty();
    }

    @Test
    void noScriptMakesMarkupOutOfText() throws IOException {
        for (Path file : sources()) {
            String name = file.getFileName().toString();
            if (name.endsWith(".js") && !name.startsWith("vendor-")) {
                assertThat(Files.readString(file))
                        .as(name)
                        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
                        .doesNotContain("new Function", "dangerouslySetInnerHTML");
            }
            if (name.endsWith(".html")) {
                assertThat(Files.readString(file)).as(name).doesNotContain(" style=", " onclick=", "<style");
            }
            long lines;
            try (Stream<String> all = Files.lines(file)) {
                lines = all.count();
            }
            assertThat(lines).as("lines of %s", name).isLessThanOrEqualTo(name.endsWith(".css") ? 700 : 300);
        }
    }
}
