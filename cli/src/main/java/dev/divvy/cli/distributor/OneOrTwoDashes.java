package dev.divvy.cli.distributor;

import java.util.ListIterator;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Lets the long options of a command be written with one dash too, as Go's flags are: {@code -poll-interval=500ms}. */
final class OneOrTwoDashes implements IParameterPreprocessor {

    private static final int SHORT = 2;

    @Override
    @SuppressWarnings("JdkObsolete") // picocli's signature
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec none, Map<String, Object> info) {
        ListIterator<String> each = args.listIterator();
        while (each.hasNext()) {
            String word = each.next();
            if (isOneDashed(word) && command.findOption("-" + word.replaceFirst("=.*", "")) != null) {
                each.set("-" + word);
            }
        }
        return false;
    }

    private static boolean isOneDashed(String word) {
        return word.length() > SHORT && word.startsWith("-") && !word.startsWith("--");
    }
}
