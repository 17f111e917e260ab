package dev.divvy.cli.shell;

import dev.divvy.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thing that was asked of the shell: {@code fill 1 5000}, or as the original writes it, {@code Master.fill(1, 5000)}.
 *
 * @param word what shall be done
 * @param arguments with what
 */
record Phrase(String word, List<String> arguments) {

    private static final Pattern CALL = Pattern.compile("(?:Master\\.)?(\\w+)\\s*\\((.*)\\)\\s*", Pattern.DOTALL);
    private static final Pattern BARE_CALL = Pattern.compile("Master\\.(\\w+)");

    Phrase {
        arguments = List.copyOf(arguments);
    }

    /** All that a line asks, in order: phrases are parted by semicolons; from # on it is a remark. */
    static List<Phrase> all(String line) {
        List<Phrase> phrases = new ArrayList<>();
        for (String part : Quoted.split(Quoted.withoutRemark(line), ';')) {
            if (!part.isBlank()) {
                phrases.add(of(part.strip()));
            }
        }
        return phrases;
    }

    private static Phrase of(String text) {
        Matcher call = CALL.matcher(text);
        if (call.matches()) {
            return new Phrase(call.group(1), called(call.group(2), text));
        }
        Matcher bare = BARE_CALL.matcher(text);
        if (bare.matches()) {
            return new Phrase(bare.group(1), List.of());
        }
        if (text.startsWith("Master.")) {
            throw Failure.failed("cannot read '" + text + "'; write it like Master.fill(1, 5000) or fill 1 5000");
        }
        List<String> words = Quoted.words(text);
        return new Phrase(words.get(0), words.subList(1, words.size()));
    }

    private static List<String> called(String inside, String text) {
        if (inside.isBlank()) {
            return List.of();
        }
        List<String> arguments = new ArrayList<>();
        for (String part : Quoted.split(inside, ',')) {
            List<String> words = Quoted.words(part);
            if (words.size() != 1) {
                throw Failure.failed(
                        "cannot read '" + text + "'; part the values by commas, like Master.fill(1, 5000)");
            }
            arguments.add(words.get(0));
        }
        return arguments;
    }
}
