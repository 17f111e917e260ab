package dev.divvy.cli.distributor.http;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.jr.ob.JSON;

/** The names that somebody sent: an array of JSON, or plain text with one a line. */
final class SentNames {

    private SentNames() {}

    static List<String> of(Question question) {
        List<String> names = question.isPlain() ? lines(question.text()) : array(question.text());
        if (names.isEmpty()) {
            throw Refused.badRequest("no name was sent; send [\"name\", ...], or one a line as text/plain");
        }
        return names;
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    private static List<String> array(String text) {
        Object read;
        try {
            read = JSON.std.anyFrom(text);
        } catch (RuntimeException notJson) {
            throw Refused.badRequest("what was sent is not JSON; send [\"name\", ...], or one a line as text/plain");
        }
        if (!(read instanceof List<?> list)) {
            throw Refused.badRequest("what was sent is not an array of names, as [\"name\", ...]");
        }
        List<String> names = new ArrayList<>(list.size());
        for (Object one : list) {
            if (!(one instanceof String name)) {
                throw Refused.badRequest("'" + Shown.of(String.valueOf(one)) + "' is not a name: names are texts");
            }
            names.add(name);
        }
        return names;
    }
}
