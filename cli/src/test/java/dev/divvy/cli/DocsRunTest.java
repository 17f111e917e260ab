package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocsRunTest {

    @TempDir
    private Path folder;

    private void run(String text) throws Exception {
        DocsPage page = DocsPage.of("page.md", text.lines().toList());
        try (DocsAddresses addresses = new DocsAddresses(DocsRun.text(page));
                DocsRun run = new DocsRun(page, Files.createTempDirectory(folder, "run"), addresses)) {
            run.run();
        }
    }

    @Test
    void aCommandThatFailsIsNamedWithItsPlaceAndItsOutput() {
        assertThatThrownBy(() -> run("\n```sh\necho beginning\nfalse\necho not reached\n```"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("page.md:2", "beginning")
                .message()
                .doesNotContain("not reached");
    }

    @Test
    void theTextBehindACommandIsItsOutput() throws Exception {
        run("```sh\necho a; echo b >&2\n```\n```text\na\n```");
        assertThatThrownBy(() -> run("```sh\necho a\n```\n```text\nb\n```")).hasMessageContaining("page.md:1");
    }

    @Test
    void addressesOfThePageBecomeThoseOfTheRunAndBack() throws Exception {
        run("""
                ```sh
                test "$DIVVY_STATUS_AT" = 127.0.0.1:7401
                echo "$DIVVY_NODE_MESH"
                ```
                ```text
                127.0.0.1:7501
                ```
                ```sh
                test 7401 -gt 7999
                ```
                """);
    }

    @Test
    void aProcessKeepsRunningUntilItIsEnded() throws Exception {
        run("""
                <!-- keeps running until: re+ady -->
                ```sh
                echo $$ > pid; echo ready; sleep 600
                ```
                ```sh
                kill -0 $(cat pid)
                ```
                <!-- ends -->
                ```sh
                ! kill -0 $(cat pid)
                ```
                """);
        assertThatThrownBy(() -> run("<!-- keeps running until: ready -->\n```sh\necho failed\n```"))
                .hasMessageContainingAll("page.md:2", "ready", "failed");
    }

    @Test
    void filesAreWrittenAndCommandsOfTheSuiteAreNotRun() throws Exception {
        run("""
                <!-- file: a.properties -->
                ```properties
                port = 7401
                ```
                ```sh
                ./divvy test --no-such
                git clone URL && cd divvy && grep -c port a.properties
                ```
                ```text
                1
                ```
                <!-- not run: it fails -->
                ```sh
                false
                ```
                """);
    }

    @Test
    void programsRunInTheFolderOfThePageAndFragmentsAreCompiled() throws Exception {
        run("""
                ```java
                import java.nio.file.*;
                public class A {
                    public static void main(String[] args) throws Exception {
                        Files.createFile(Path.of("made"));
                    }
                }
                ```
                ```sh
                test -e made
                ```
                <!-- imports: java.util.List; given: List<String> list -->
                ```java fragment
                list.clear();
                ```
                """);
        assertThatThrownBy(() -> run("```java fragment\nlist.clear();\n```")).hasMessageContaining("page.md:1");
    }
}
