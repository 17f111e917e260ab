package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One command to the shell: {@code fill 1 5000}, or as the Apothik articles write it, {@code Master.fill(1, 5000)}. Single or double quotes
 * keep spaces and separators in a value.
 *
 * @param word the name of the command
 * @param arguments the arguments without their quotes
 */
record ShellLine(String word, List<String> arguments) {

    private static final String QUOTED = "'[^']*+'|\"[^\"]*+\"";

    /** Everything before a # that begins a word. */
    private static final Pattern BEFORE_COMMENT = Pattern.compile("(?:[^'\"#]++|" + QUOTED + "|(?<=[^\\s;])#)*+");

    private static final Pattern PART = Pattern.compile("(?:[^'\";]++|" + QUOTED + ")++");
    private static final Pattern WORD = Pattern.compile("(?:[^'\"\\s]++|" + QUOTED + ")++");
    private static final Pattern ARGUMENT = Pattern.compile("(?:[^'\"\\s,]++|" + QUOTED + ")++");
    private static final Pattern ARGUMENTS =
            Pattern.compile("\\s*+(?:" + ARGUMENT + "\\s*+(?:,\\s*+" + ARGUMENT + "\\s*+)*+)?");
    private static final Pattern CALL = Pattern.compile("(?:Master\\.)?(\\w+)\\s*\\((.*)\\)\\s*", Pattern.DOTALL);
    private static final Pattern BARE_CALL = Pattern.compile("Master\\.(\\w+)");

    ShellLine {
        arguments = List.copyOf(arguments);
    }

    /** Returns the commands of a line in order: they are separated by semicolons, and a # begins a comment. */
    static List<ShellLine> all(String line) {
        Matcher code = BEFORE_COMMENT.matcher(line);
        int end = code.lookingAt() ? code.end() : 0;
        if (end < line.length() && line.charAt(end) != '#') {
            throw Failure.failed("a quote is not closed in '" + line.strip() + "'; close it with " + line.charAt(end));
        }
        List<ShellLine> commands = new ArrayList<>();
        for (String part : found(PART, line.substring(0, end))) {
            if (!part.isBlank()) {
                commands.add(of(part.strip()));
            }
        }
        return commands;
    }

    private static ShellLine of(String text) {
        Matcher call = CALL.matcher(text);
        if (call.matches()) {
            if (!ARGUMENTS.matcher(call.group(2)).matches()) {
                throw Failure.failed(
                        "cannot read '" + text + "'; separate the values by commas, as in Master.fill(1, 5000)");
            }
            return new ShellLine(call.group(1), unquoted(ARGUMENT, call.group(2)));
        }
        Matcher bare = BARE_CALL.matcher(text);
        if (bare.matches()) {
            return new ShellLine(bare.group(1), List.of());
        }
        if (text.startsWith("Master.")) {
            throw Failure.failed("cannot read '" + text + "'; write it as in Master.fill(1, 5000) or fill 1 5000");
        }
        List<String> words = unquoted(WORD, text);
        return new ShellLine(words.get(0), words.subList(1, words.size()));
    }

    private static List<String> unquoted(Pattern pattern, String text) {
        return found(pattern, text).stream()
                .map(word -> word.replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"))
                .toList();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }
}
