package dev.divvy.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalColoursTest {

    @Test
    void aTerminalShowsEachMemberInAColourOfItsOwn() {
        TerminalColours colours = new TerminalColours(true);
        assertThat(IntStream.range(0, 10).mapToObj(i -> colours.member(i, "n")))
                .doesNotHaveDuplicates()
                .allMatch(text -> text.matches("\033\\[\\d+mn\033\\[0m"));
        assertThat(colours.failure("down")).startsWith("\033[31m");
    }

    @Test
    void outputThatIsNoTerminalHasNoColours() {
        TerminalColours colours = TerminalColours.of(false);
        assertThat(colours.member(3, "n")).isEqualTo("n");
        assertThat(colours.failure("down") + colours.prompt("> ") + colours.heading("cache"))
                .isEqualTo("down> cache");
    }
}
