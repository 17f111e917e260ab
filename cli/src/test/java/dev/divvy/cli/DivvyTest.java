package dev.divvy.cli;

import static dev.divvy.cli.Shell.divvy;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DivvyTest {

    @Test
    void withoutArgumentsItShowsTheHelp() {
        assertThat(divvy()).isEqualTo(divvy("--help"));
        assertThat(divvy().exitCode()).isZero();
    }

    @Test
    void theHelpNamesTheCommandsAlsoThoseOfTheLauncher() {
        assertThat(divvy("--help").out())
                .contains(
                        "up",
                        "outbox",
                        "lab",
                        "--help",
                        "--version",
                        "./divvy test",
                        "./divvy bench --help",
                        "Exit codes");
    }

    @Test
    void eachCommandIsAskedForByTheNameThatItHas() {
        for (String name : Divvy.COMMANDS.keySet()) {
            assertThat(divvy(name, "--help").out()).contains("\nUsage: divvy " + name + " ");
            assertThat(divvy("help", name)).isEqualTo(divvy(name, "--help"));
        }
    }

    @Test
    void theHelpListsTheCommandsInTheOrderInWhichTheyAreLearnt() {
        assertThat(divvy("--help")
                        .out()
                        .lines()
                        .filter(line -> line.matches("  [a-z]+ +[A-Z].*"))
                        .map(line -> line.strip().split(" ", 2)[0]))
                .containsExactly(
                        "up",
                        "shell",
                        "lab",
                        "simulate",
                        "node",
                        "outbox",
                        "distributor",
                        "status",
                        "why",
                        "plan",
                        "history",
                        "replay",
                        "drain",
                        "undrain",
                        "pin",
                        "unpin",
                        "suspend",
                        "resume",
                        "completion",
                        "help");
    }

    @Test
    void theVersionNamesTheCommitJavaAndTheOperatingSystem() {
        assertThat(divvy("--version").out().lines())
                .hasSize(2)
                .first()
                .asString()
                .matches("divvy \\S+ \\(commit \\S+\\)");
        assertThat(divvy("node", "--version")).isEqualTo(divvy("--version"));
        assertThat(divvy("--version").out())
                .contains("Java " + System.getProperty("java.version"), System.getProperty("os.name"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--members", "--pieces", "--events", "--seed", "--allocators", "--json", "--csv", "--help"})
    void theHelpOfTheLabNamesEveryOption(String option) {
        assertThat(divvy("lab", "--help").out()).contains(option);
        assertThat(divvy("help", "lab").out()).contains(option);
    }

    @Test
    void theHelpOfTheLabHasExamplesAndTheAllocators() {
        assertThat(divvy("lab", "--help").out())
                .contains("Examples:", "divvy lab --members 50", "sticky, sticky-former");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    lob                            | there is no command 'lob'                        | divvy --help
                    --fast                         | there is no option '--fast'                      | divvy --help
                    lab --member 3                 | did you mean --members?                          | divvy lab --help
                    lab more                       | there is no argument 'more'                      | divvy lab --help
                    lab --members                  | '--members'                                      | divvy lab --help
                    lab --members 0                | '0' is not a whole number from 1 to 1000         | divvy lab --help
                    lab --members 1001             | '1001' is not a whole number from 1 to 1000      | divvy lab --help
                    lab --members five             | 'five' is not a whole number from 1 to 1000      | divvy lab --help
                    lab --pieces 0                 | '0' is not a whole number from 1 to 1048576      | divvy lab --help
                    lab --pieces 1048577           | '1048577' is not a whole number                  | divvy lab --help
                    lab --events -1                | '-1' is not a whole number from 1 to 1000000     | divvy lab --help
                    lab --events 99999999999999999 | '99999999999999999' is not a whole number        | divvy lab --help
                    lab --seed x                   | 'x' is not a whole number                        | divvy lab --help
                    lab --allocators sticky,magic  | there is no allocator 'magic'                    | choose from sticky
                    """)
    void wrongUsageIsOneLineThatNamesTheValueAndTheNextMove(String args, String complaint, String nextMove) {
        Shell shell = divvy(args.split(" ", -1));
        assertThat(shell.exitCode()).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines())
                .singleElement()
                .asString()
                .startsWith("divvy")
                .contains(complaint, nextMove);
    }
}
