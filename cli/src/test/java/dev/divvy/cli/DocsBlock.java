package dev.divvy.cli;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A fenced block of a page, with the directives of the comments directly before it.
 *
 * @param place the page and the line of the block, for messages
 * @param language the words after the fence, such as {@code sh} or {@code java fragment}
 * @param directives the values by name, see {@link DocsPage}
 */
record DocsBlock(String place, String language, String text, Map<String, String> directives) {

    private static final Set<String> NOT_COMMANDS =
            Set.of("", "text", "sql", "yaml", "xml", "properties", "json", "groovy");

    static final String SHELL = "sh";
    static final String PROGRAM = "java";
    static final String FRAGMENT = "java fragment";
    static final String OUTPUT = "text";

    DocsBlock {
        directives = Map.copyOf(directives);
        if (!isCode(language) && !NOT_COMMANDS.contains(language)) {
            throw new AssertionError(place + ": a block of " + language
                    + "; write sh, java or java fragment if it is to" + " be run, else one of " + NOT_COMMANDS);
        }
        if (!isCode(language) && directives.containsKey(DocsPage.NOT_RUN)) {
            throw new AssertionError(place + ": only sh and java are run, so nothing needs to exempt this block");
        }
    }

    private static boolean isCode(String language) {
        return Set.of(SHELL, PROGRAM, FRAGMENT).contains(language);
    }

    Optional<String> directive(String name) {
        return Optional.ofNullable(directives.get(name));
    }

    /** Whether the block takes part in the run of its page. */
    boolean isUsed() {
        return !directives.containsKey(DocsPage.NOT_RUN) && (isCode(language) || directives.containsKey(DocsPage.FILE));
    }
}
