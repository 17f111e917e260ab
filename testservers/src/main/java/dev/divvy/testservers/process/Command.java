package dev.divvy.testservers.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program with its arguments, and variables added to its environment. */
public record Command(List<String> words, Map<String, String> environment) {

    public Command {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    public static Command of(String... words) {
        return new Command(List.of(words), Map.of());
    }

    Command after(List<String> prefix) {
        List<String> longer = new ArrayList<>(prefix);
        longer.addAll(words);
        return new Command(longer, environment);
    }
}
