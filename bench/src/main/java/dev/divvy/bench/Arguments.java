package dev.divvy.bench;

import dev.divvy.bench.outbox.OutboxBench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What the command line asks for.
 *
 * @param room whose benchmarks
 * @param quick few and short iterations
 * @param only a regular expression that some part of a benchmark's name must match, or a part of the outbox's; empty for all
 * @param json where the results go
 */
record Arguments(String room, boolean quick, String only, Optional<Path> json) {

    private static final List<String> ROOMS = List.of("allocation", "outbox");

    Arguments {
        if (!ROOMS.contains(room)) {
            throw new IllegalArgumentException(
                    "there is no benchmark \"" + room + "\"; choose one of " + String.join(", ", ROOMS));
        }
        if (room.equals("outbox") && !only.isEmpty() && !OutboxBench.PARTS.contains(only)) {
            throw new IllegalArgumentException(
                    "the outbox has no part \"" + only + "\"; choose one of " + String.join(", ", OutboxBench.PARTS));
        }
        try {
            Pattern.compile(only);
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(
                    "--only \"" + only + "\" is no regular expression: " + wrong.getDescription(), wrong);
        }
        json.ifPresent(file -> {
            Path folder = file.toAbsolutePath().getParent();
            if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
                throw new IllegalArgumentException(
                        "--json " + file + " cannot be written; name a file in a folder that exists");
            }
        });
    }

    static Arguments parse(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("name what to measure: " + String.join(", ", ROOMS));
        }
        boolean quick = false;
        String only = "";
        Optional<Path> json = Optional.empty();
        Iterator<String> rest = words.subList(1, words.size()).iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            switch (word) {
                case "--quick" -> quick = true;
                case "--only" -> only = valueOf(word, rest);
                case "--json" -> json = Optional.of(Path.of(valueOf(word, rest)));
                default ->
                    throw new IllegalArgumentException(
                            "\"" + word + "\" is not understood; there are --quick, --only WORD and --json FILE");
            }
        }
        return new Arguments(words.get(0), quick, only, json);
    }

    private static String valueOf(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value after it");
        }
        return rest.next();
    }
}
