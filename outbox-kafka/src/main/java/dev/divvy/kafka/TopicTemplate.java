package dev.divvy.kafka;

import dev.divvy.outbox.event.Event;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the name of a topic from a template. */
final class TopicTemplate {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}]*)}");

    /** The characters that Kafka allows. */
    private static final Pattern TEXT = Pattern.compile("[a-zA-Z0-9._-]*");

    private TopicTemplate() {}

    static Function<Event, String> of(String template) {
        check(template);
        return event -> PLACEHOLDER
                .matcher(template)
                .replaceAll(found ->
                        Matcher.quoteReplacement(found.group(1).equals("name") ? event.entityName() : event.type()));
    }

    private static void check(String template) {
        Matcher placeholders = PLACEHOLDER.matcher(template);
        while (placeholders.find()) {
            String name = placeholders.group(1);
            if (!name.equals("name") && !name.equals("type")) {
                throw new IllegalArgumentException("the topic '" + template + "' has the placeholder {" + name
                        + "}; there are {name}, the entity's name, and {type}, the event's type");
            }
        }
        if (template.isEmpty()
                || !TEXT.matcher(PLACEHOLDER.matcher(template).replaceAll("")).matches()) {
            throw new IllegalArgumentException("'" + template
                    + "' is not the name of a topic: it has letters, digits, '.', '_' and '-', and {name} or {type}");
        }
    }
}
