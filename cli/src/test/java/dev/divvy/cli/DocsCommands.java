package dev.divvy.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Checks that a command which a page mentions exists, with its options. */
final class DocsCommands {

    /** Commands of the launcher, which work in a checkout only. */
    static final Set<String> OF_THE_CHECKOUT = Set.of("test", "bench", "format", "house", "wording");

    /** Creating it takes as long as many checks. */
    private static final CommandLine WHOLE = Divvy.whole(Map.of());

    private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|[^\\s'\"]+");
    private static final Pattern END = Pattern.compile("#.*|[|&><;].*|\\\\");
    private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z_-]+|\\.\\.\\.|<.*>");

    private DocsCommands() {}

    /** Returns all commands of the program, each after its parent. */
    static List<CommandLine> all() {
        return below(WHOLE).toList();
    }

    private static Stream<CommandLine> below(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(DocsCommands::below));
    }

    /** Returns what is wrong with a command as a page writes it; {@code a|b} stands for each of both. */
    static Optional<String> fault(String command) {
        List<String> words = WORD.matcher(command)
                .results()
                .map((MatchResult word) -> word.group())
                .skip(1)
                .takeWhile(word -> !END.matcher(word).matches())
                .map(word -> word.replaceAll("^\\[|]$", ""))
                .toList();
        if (!words.isEmpty() && OF_THE_CHECKOUT.contains(words.get(0))) {
            return faultOfLauncher(words);
        }
        List<CommandLine> at = List.of(WHOLE);
        for (String word : OldNames.expand(words.toArray(String[]::new))) {
            List<String> choices = Arrays.asList(word.split("\\|", -1));
            if (word.startsWith("-") && word.length() > 1) {
                for (CommandLine each : at) {
                    Optional<String> unknown = choices.stream()
                            .filter(choice -> !hasOption(each, choice))
                            .findFirst();
                    if (unknown.isPresent()) {
                        return Optional.of(each.getCommandSpec().qualifiedName() + " has no option " + unknown.get());
                    }
                }
            } else if (!at.get(0).getSubcommands().isEmpty()
                    && !PLACEHOLDER.matcher(word).matches()) {
                List<CommandLine> next = new ArrayList<>();
                for (String choice : choices) {
                    CommandLine found = at.get(0).getSubcommands().get(choice);
                    if (found == null) {
                        return Optional.of(at.get(0).getCommandSpec().qualifiedName() + " has no command " + choice);
                    }
                    next.add(found);
                }
                at = next;
            }
        }
        return Optional.empty();
    }

    private static boolean hasOption(CommandLine command, String word) {
        String name = word.replaceFirst("[=\\[].*", "");
        return command.getCommandSpec().findOption(name) != null
                || command.getCommandSpec().findOption("-" + name) != null;
    }

    private static Optional<String> faultOfLauncher(List<String> words) {
        try {
            String launcher = Files.readString(Repository.root().resolve("divvy"));
            return words.stream()
                    .filter(word -> word.startsWith("--"))
                    .filter(option -> !launcher.contains(option))
                    .map(option -> "./divvy " + words.get(0) + " has no option " + option)
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
