package dev.divvy.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cli.terminal.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellLineTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fill 1 5000",
                "  fill   1\t5000 ",
                "Master.fill(1, 5000)",
                "Master.fill(1,5000)",
                "Master.fill( 1 , 5000 ) ",
                "fill(1, 5000)",
                "'fill' \"1\" 5000",
                "fill 1 5000 # a remark; with more",
                ";; fill 1 5000 ;"
            })
    void bothSpellingsAreUnderstood(String line) {
        assertThat(ShellLine.all(line)).containsExactly(new ShellLine("fill", List.of("1", "5000")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "Master.stat", "Master.stat()", "stat()"})
    void aCommandMayStandAlone(String line) {
        assertThat(ShellLine.all(line)).containsExactly(new ShellLine("stat", List.of()));
    }

    @Test
    void aLineMayAskForMuchAndQuotesKeepThingsTogether() {
        assertThat(ShellLine.all("put 1 'a; b' \"it's (1, 2) #3\"; get 1 'a; b'; Master.put(1, \"x, y\", '')"))
                .containsExactly(
                        new ShellLine("put", List.of("1", "a; b", "it's (1, 2) #3")),
                        new ShellLine("get", List.of("1", "a; b")),
                        new ShellLine("put", List.of("1", "x, y", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", ";", "# only a remark", " ; # and"})
    void nothingIsNothing(String line) {
        assertThat(ShellLine.all(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            put 1 k 'v              | a quote is not closed
            put 1 k "v; stat        | a quote is not closed
            Master.fill(1, 5000     | cannot read 'Master.fill(1, 5000'
            Master.fill 1 5000      | cannot read 'Master.fill 1 5000'
            Master.fill(1 5000)     | separate the values by commas
            Master.fill(1,,5000)    | separate the values by commas
            """)
    void aLineThatCannotBeParsedIsReportedWithTheRightSyntax(String line, String complaint) {
        assertThatThrownBy(() -> ShellLine.all(line))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @CsvSource({
        "fill 1 5000, FILL",
        "STAT, STAT",
        "Master.check_tokens(1), CHECK",
        "Master.get_tokens(1), TOKENS",
        "check 1, CHECK",
        "plan leave 2, PLAN",
        "quit, EXIT",
        "?, HELP"
    })
    void everyCommandHasItsWord(String line, ShellVerb verb) {
        assertThat(ShellVerb.of(ShellLine.all(line).get(0))).isEqualTo(verb);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            fil 1 2           | there is no command 'fil' (did you mean fill?); help lists the commands
            kil 2             | there is no command 'kil' (did you mean kill?); help lists the commands
            xyzzy             | there is no command 'xyzzy'; help lists the commands
            ''                | there is no command ''; help lists the commands
            fill 1            | usage: fill I N
            fill 1 2 3        | usage: fill I N
            sum 1             | usage: sum
            Master.kill()     | usage: kill I
            """)
    void aWrongCommandIsReportedWithAdvice(String line, String complaint) {
        ShellLine phrase = ShellLine.all(line).get(0);
        assertThatThrownBy(() -> ShellVerb.of(phrase))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(complaint);
    }
}
