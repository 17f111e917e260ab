package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cli.terminal.SettingDefaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/** The whole command line as one model: what holds for every command and every option. */
class CommandModelTest {

    private static final String SNAPSHOT = "docs/command-line.txt";

    /** All commands, each after its parent. */
    private static List<CommandLine> commands() {
        List<CommandLine> commands = new ArrayList<>();
        collect(Divvy.whole(Map.of()), commands);
        return commands;
    }

    private static void collect(CommandLine command, List<CommandLine> commands) {
        commands.add(command);
        command.getSubcommands().values().forEach(subcommand -> collect(subcommand, commands));
    }

    /** The options of a command that are not those of every command. */
    private static Stream<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream().filter(option -> option.order() < 0);
    }

    private static boolean isHelp(CommandLine command) {
        return command.getCommandName().equals("help");
    }

    @Test
    void everyCommandHasAHeaderOfOneLineThatFitsTheList() {
        for (CommandLine command : commands()) {
            String[] header = command.getCommandSpec().usageMessage().header();
            assertThat(header).as(command.getCommandSpec().qualifiedName()).hasSize(1);
            assertThat(header[0]).endsWith(".").hasSizeBetween(20, 85).matches("[A-Z][a-z]+,? .*");
        }
    }

    @Test
    void everyOptionHasHelp() {
        for (CommandLine command : commands()) {
            options(command)
                    .forEach(option -> assertThat(option.description())
                            .as(command.getCommandSpec().qualifiedName() + " " + option.longestName())
                            .isNotEmpty()
                            .allSatisfy(line -> assertThat(line).isNotBlank()));
        }
    }

    @Test
    void everyOptionHasAVariableOfItsOwn() {
        Map<String, String> owners = new TreeMap<>();
        for (CommandLine command : commands()) {
            if (isHelp(command) || command.getParent() == null) {
                continue;
            }
            options(command).forEach(option -> {
                String variable = SettingDefaults.variables(option).get(0);
                String owner = command.getCommandSpec().qualifiedName() + " " + option.longestName();
                assertThat(variable).matches("DIVVY_[A-Z0-9]+(_[A-Z0-9]+)+");
                assertThat(owners.put(variable, owner)).as(variable).isNull();
            });
        }
        assertThat(owners).hasSizeGreaterThan(100);
    }

    @Test
    void noOptionNameHasTwoMeanings() {
        Map<String, Set<String>> forms = new TreeMap<>();
        for (CommandLine command : commands()) {
            options(command)
                    .forEach(option -> Arrays.stream(option.names())
                            .forEach(name -> forms.computeIfAbsent(name, none -> new TreeSet<>())
                                    .add(option.paramLabel())));
        }
        // The weight of the node itself, and of any member in a plan.
        assertThat(forms.remove("--weight")).containsExactlyInAnyOrder("<number>", "<member=weight>");
        assertThat(forms)
                .allSatisfy((name, labels) -> assertThat(labels).as(name).hasSize(1));
    }

    @Test
    void everyReaderPrintsJson() {
        Set<String> readers = Set.of(
                "divvy status",
                "divvy why",
                "divvy plan",
                "divvy history",
                "divvy lab",
                "divvy simulate",
                "divvy outbox status",
                "divvy outbox list",
                "divvy distributor table",
                "divvy distributor units list",
                "divvy distributor services list");
        assertThat(commands().stream()
                        .filter(command -> command.getCommandSpec().findOption("--json") != null)
                        .map(command -> command.getCommandSpec().qualifiedName()))
                .containsExactlyInAnyOrderElementsOf(readers);
    }

    @Test
    void theGroupsOfTheHelpListEveryCommandOnce() {
        assertThat(CommandGroups.GROUPS.values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        Divvy.whole(Map.of()).getSubcommands().keySet());
    }

    @Test
    void theHelpTextsAreThoseThatWereReviewed() throws IOException {
        String actual = commands().stream()
                .filter(command -> !isHelp(command))
                .map(command ->
                        "### " + command.getCommandSpec().qualifiedName() + "\n\n" + command.getUsageMessage(Ansi.OFF))
                .collect(Collectors.joining("\n"));
        Path made = Repository.root().resolve("cli/target/command-line.txt");
        Files.writeString(made, actual);
        assertThat(actual)
                .as(
                        "help texts differ from %s; if that is intended: cp cli/target/command-line.txt %s",
                        SNAPSHOT, SNAPSHOT)
                .isEqualTo(Files.readString(Repository.root().resolve(SNAPSHOT)));
    }
}
