package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thing that was asked of the shell: {@code fill 1 5000}, or as the Apothik articles write it, {@code Master.fill(1, 5000)}. Single
 * or double quotes keep together what spaces and signs would part.
 *
 * @param word what shall be done
 * @param arguments with what
 */
record ShellLine(String word, List<String> arguments) {

    private static final String QUOTED = "'[^']*+'|\"[^\"]*+\"";

    /** Up to a # that begins a word. */
    private static final Pattern BEFORE_REMARK = Pattern.compile("(?:[^'\"#]++|" + QUOTED + "|(?<=[^\\s;])#)*+");

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

    /** Returns all that a line asks, in order: phrases are parted by semicolons; from # on it is a remark. */
    static List<ShellLine> all(String line) {
        Matcher asked = BEFORE_REMARK.matcher(line);
        int end = asked.lookingAt() ? asked.end() : 0;
        if (end < line.length() && line.charAt(end) != '#') {
            throw Failure.failed("a quote is not closed in '" + line.strip() + "'; close it with " + line.charAt(end));
        }
        List<ShellLine> phrases = new ArrayList<>();
        for (String part : found(PART, line.substring(0, end))) {
            if (!part.isBlank()) {
                phrases.add(of(part.strip()));
            }
        }
        return phrases;
    }

    private static ShellLine of(String text) {
        Matcher call = CALL.matcher(text);
        if (call.matches()) {
            if (!ARGUMENTS.matcher(call.group(2)).matches()) {
                throw Failure.failed(
                        "cannot read '" + text + "'; part the values by commas, like Master.fill(1, 5000)");
            }
            return new ShellLine(call.group(1), unquoted(ARGUMENT, call.group(2)));
        }
        Matcher bare = BARE_CALL.matcher(text);
        if (bare.matches()) {
            return new ShellLine(bare.group(1), List.of());
        }
        if (text.startsWith("Master.")) {
            throw Failure.failed("cannot read '" + text + "'; write it like Master.fill(1, 5000) or fill 1 5000");
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
