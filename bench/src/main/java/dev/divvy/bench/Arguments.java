package dev.divvy.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The arguments of the command line.
 *
 * @param suite the benchmarks to run
 * @param quick whether iterations are few and short
 * @param only a regular expression to find in a benchmark's name, or the name of one part of a product's benchmark; empty for all
 * @param json the file for the results
 */
record Arguments(BenchmarkSuite suite, boolean quick, String only, Optional<Path> json) {

    Arguments {
        suite.check(only);
        json.ifPresent(file -> {
            Path folder = file.toAbsolutePath().getParent();
            if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
                throw new IllegalArgumentException(
                        "--json " + file + " cannot be written; name a file in a folder that exists");
            }
        });
    }

    static Arguments parse(List<String> args) {
        if (args.isEmpty()) {
            throw new IllegalArgumentException("name what to measure: " + names());
        }
        BenchmarkSuite suite = suite(args.get(0));
        boolean quick = false;
        String only = "";
        Optional<Path> json = Optional.empty();
        Iterator<String> remaining = args.subList(1, args.size()).iterator();
        while (remaining.hasNext()) {
            String option = remaining.next();
            switch (option) {
                case "--quick" -> quick = true;
                case "--only" -> only = valueOf(option, remaining);
                case "--json" -> json = Optional.of(Path.of(valueOf(option, remaining)));
                default ->
                    throw new IllegalArgumentException("\"" + option
                            + "\" is not an option; the options are --quick, --only WORD and --json FILE");
            }
        }
        return new Arguments(suite, quick, only, json);
    }

    private static BenchmarkSuite suite(String name) {
        return Bench.SUITES.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no benchmark \"" + name + "\"; choose one of " + names()));
    }

    private static String names() {
        return Bench.SUITES.stream().map(BenchmarkSuite::name).collect(Collectors.joining(", "));
    }

    private static String valueOf(String name, Iterator<String> remaining) {
        if (!remaining.hasNext()) {
            throw new IllegalArgumentException(name + " needs a value after it");
        }
        return remaining.next();
    }
}
