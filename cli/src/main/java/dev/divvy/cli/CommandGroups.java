package dev.divvy.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** The list of commands in the help of {@code divvy}: one line per command, under the headings of {@link #GROUPS}. */
final class CommandGroups implements IHelpSectionRenderer {

    /** The commands by heading, in the order of the help. */
    static final Map<String, List<String>> GROUPS = groups();

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Try it", List.of("up", "shell", "lab", "simulate"));
        groups.put("Run it", List.of("node", "outbox", "distributor"));
        groups.put("Look at a group", List.of("status", "why", "plan", "history", "replay"));
        groups.put("Change a group", List.of("drain", "undrain", "pin", "unpin", "suspend", "resume"));
        groups.put("Other", List.of("completion", "help"));
        return groups;
    }

    @Override
    public String render(Help help) {
        Map<String, CommandLine> commands = help.commandSpec().subcommands();
        int width = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((heading, names) -> {
            text.append(help.colorScheme().text(String.format("%n@|bold %s|@%n", heading)));
            names.forEach(name -> {
                CommandLine command = Objects.requireNonNull(commands.get(name), name);
                String[] header = command.getCommandSpec().usageMessage().header();
                String line = header.length == 0 ? "" : header[0];
                text.append("  ")
                        .append(help.colorScheme().commandText(name))
                        .append(" ".repeat(width - name.length() + 2))
                        .append(line)
                        .append(System.lineSeparator());
            });
        });
        return text.toString();
    }
}
