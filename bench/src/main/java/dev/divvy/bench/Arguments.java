package dev.divvy.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the command line asks for.
 *
 * @param room what is measured
 * @param quick few and short iterations
 * @param only a regular expression that some part of a benchmark's name must match, or a part of a face's; empty for all
 * @param json where the results go
 */
record Arguments(Room room, boolean quick, String only, Optional<Path> json) {

    Arguments {
        room.check(only);
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
            throw new IllegalArgumentException("name what to measure: " + names());
        }
        Room room = room(words.get(0));
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
        return new Arguments(room, quick, only, json);
    }

    private static Room room(String name) {
        return Bench.ROOMS.stream()
                .filter(room -> room.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no benchmark \"" + name + "\"; choose one of " + names()));
    }

    private static String names() {
        return Bench.ROOMS.stream().map(Room::name).collect(Collectors.joining(", "));
    }

    private static String valueOf(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value after it");
        }
        return rest.next();
    }
}
