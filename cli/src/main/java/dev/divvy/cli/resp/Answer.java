package dev.divvy.cli.resp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was answered to a command. */
public sealed interface Answer {

    /** The answer as people read it. */
    String shown();

    record Text(String text) implements Answer {
        @Override
        public String shown() {
            return text;
        }
    }

    record Whole(long number) implements Answer {
        @Override
        public String shown() {
            return Long.toString(number);
        }
    }

    /** There is no such thing. */
    record Nothing() implements Answer {
        @Override
        public String shown() {
            return "(nil)";
        }
    }

    /** The command was not done, and why. */
    record Refused(String why) implements Answer {
        @Override
        public String shown() {
            return why;
        }
    }

    record Many(List<Answer> all) implements Answer {

        public Many {
            all = List.copyOf(all);
        }

        @Override
        public String shown() {
            return String.join("\n", lines());
        }
    }

    /** A list of texts. */
    static Answer texts(String... texts) {
        List<Answer> all = new ArrayList<>();
        for (String text : texts) {
            all.add(new Text(text));
        }
        return new Many(all);
    }

    /** One line for each part; a single answer is one part. */
    default List<String> lines() {
        return this instanceof Many many
                ? many.all().stream().map(Answer::shown).toList()
                : List.of(shown());
    }

    /** The parts of a list; nothing else has any. */
    default List<Answer> parts() {
        return this instanceof Many many ? many.all() : List.of();
    }

    /** A flat list of names and values by name, in order; a name without a value is left out. */
    default Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        List<Answer> parts = parts();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            fields.put(parts.get(i).shown(), parts.get(i + 1).shown());
        }
        return fields;
    }
}
