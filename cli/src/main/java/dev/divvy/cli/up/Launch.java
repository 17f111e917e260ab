package dev.divvy.cli.up;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a process of this program is begun.
 *
 * @param main the class that is run
 * @param memory the most of it, as Java takes it
 * @param environment what is not given as an argument, which everyone on this machine could read
 */
record Launch(String main, String memory, List<String> arguments, Map<String, String> environment) {

    private static final String DIVVY = "dev.divvy.cli.Divvy";
    private static final String USUAL_MEMORY = "128m";

    /** A command of ours. */
    static Launch divvy(Map<String, String> environment, String... arguments) {
        return new Launch(DIVVY, USUAL_MEMORY, List.of(arguments), environment);
    }

    /** The command line: small and quick to start. */
    List<String> words(String java) {
        String classes = System.getProperty("java.class.path");
        List<String> words = new ArrayList<>(
                List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx" + memory));
        words.addAll(archived(Path.of(classes)));
        words.addAll(List.of("-cp", classes, main));
        words.addAll(arguments);
        return words;
    }

    /** Where the launcher laid an archive of loaded classes beside the jar, Java need not read and check them again. */
    private static List<String> archived(Path jar) {
        Path archive = jar.resolveSibling("divvy.jsa");
        return Files.exists(archive)
                ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr")
                : List.of();
    }
}
