package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocsPageTest {

    private static DocsPage page(String text) {
        return DocsPage.of("page.md", text.lines().toList());
    }

    @Test
    void directivesBelongToTheBlockBehindThem() {
        DocsPage page =
                page("<!-- ends -->\n<!-- keeps running until: a; b -->\n\n```sh\na\n```\nprose\n```sh\nb\n```\n");
        assertThat(page.blocks())
                .containsExactly(
                        new DocsBlock("page.md:4", "sh", "a\n", Map.of("ends", "", "keeps running until", "a; b")),
                        new DocsBlock("page.md:8", "sh", "b\n", Map.of()));
        assertThat(page("<!-- not run: no -->\nprose\n```sh\n```")
                        .blocks()
                        .get(0)
                        .isUsed())
                .isTrue();
        assertThat(page("<!-- imports: a.B,\n  c.D; given: B b -->\n```java fragment\n```")
                        .blocks()
                        .get(0)
                        .directives())
                .isEqualTo(Map.of("imports", "a.B, c.D", "given", "B b"));
    }

    @Test
    void aBlockOfAnUnknownLanguageAndOneThatDoesNotEndAreRefused() {
        assertThatThrownBy(() -> page("```bash\n```")).hasMessageContaining("page.md:1", "bash");
        assertThatThrownBy(() -> page("```sh\n")).hasMessageContaining("does not end");
    }

    @Test
    void commandsAreFoundInProseAndInBlocks() {
        DocsPage page = page("Try `./divvy why KEY\n--at A`, `divvy up`.\n```\n$ ./divvy status --at A\n```\n"
                + "```sh\n./divvy plan \\\n  --leave n1\n```");
        assertThat(page.commands())
                .containsExactly(
                        "./divvy why KEY --at A", "divvy up", "./divvy status --at A", "./divvy plan    --leave n1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "./divvy up",
                "./divvy --version",
                "./divvy outbox run --jdbc URL --to - | head",
                "./divvy units add|remove|list",
                "./divvy distributor run -poll-interval=500ms",
                "divvy shell -c 'fill 1 5; --no such'",
                "./divvy test --long -Dtest=A",
                "divvy COMMAND --help",
                "./divvy distributor &"
            })
    void commandsThatExist(String command) {
        assertThat(DocsCommands.fault(command)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "./divvy down",
                "./divvy outbox runs",
                "./divvy why KEY --from URL",
                "./divvy units add|drop",
                "./divvy bench --slow"
            })
    void commandsThatDoNotExist(String command) {
        assertThat(DocsCommands.fault(command)).isPresent();
    }
}
