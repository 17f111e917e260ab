package dev.divvy.cli.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The words with which a process was started. */
final class CommandLineOf {

    private static final String USUAL_NAME = "n1";

    private CommandLineOf() {}

    /** Empty when the system does not tell. Where it has /proc, that is read: Java itself tells nothing of a long one. */
    static List<String> process(ProcessHandle process) {
        Path told = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        try {
            return List.of(Files.readString(told, StandardCharsets.ISO_8859_1).split("\0"));
        } catch (IOException e) {
            return process.info().arguments().map(List::of).orElse(List.of());
        }
    }

    /** Whether these words start a node of ours with this name. */
    static boolean isNode(List<String> words, String name) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (isOurs(words.get(i)) && words.get(i + 1).equals("node")) {
                return name(words.subList(i + 2, words.size())).equals(name);
            }
        }
        return false;
    }

    private static boolean isOurs(String word) {
        return word.endsWith("divvy.jar") || word.matches("dev\\.divvy\\.cli\\.[\\w.]+");
    }

    private static String name(List<String> options) {
        for (int i = 0; i < options.size(); i++) {
            if (options.get(i).startsWith("--name=")) {
                return options.get(i).substring("--name=".length());
            }
            if (options.get(i).equals("--name") && i + 1 < options.size()) {
                return options.get(i + 1);
            }
        }
        return USUAL_NAME;
    }
}
