package dev.divvy.cli.distributor.http;

import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.NameLists;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lists: read, add, remove. What could not be used is not added; what stands there already can be removed, whatever it is. */
final class ListRoutes {

    private final NameLists lists;
    private final Namespaces names;

    ListRoutes(NameLists lists, Namespaces names) {
        this.lists = lists;
        this.names = names;
    }

    Object units(Question question) {
        return answer(question, names.units());
    }

    Object services(Question question) {
        String namespace =
                question.parameter("namespace").orElse(names.services().get(0));
        if (!names.services().contains(namespace)) {
            throw Refused.notFound(
                    "there is no services namespace '" + Shown.of(namespace) + "'; there is " + names.services());
        }
        return answer(question, namespace);
    }

    /** Either, by its namespace: for who knows the names only. */
    Object any(Question question) {
        String namespace = question.parameter("namespace").orElse("");
        if (!namespace.equals(names.units()) && !names.services().contains(namespace)) {
            throw Refused.notFound("there is no namespace '" + Shown.of(namespace) + "'; there is " + names.services()
                    + " of services and " + names.units() + " of units");
        }
        return answer(question, namespace);
    }

    private Object answer(Question question, String namespace) {
        return switch (question.method()) {
            case "GET" -> lists.read(namespace);
            case "POST" -> Map.of("added", lists.add(namespace, checked(namespace, SentNames.of(question))));
            case "DELETE" -> Map.of("removed", lists.remove(namespace, SentNames.of(question)));
            default -> throw Refused.wrongMethod(question, "GET, POST, DELETE");
        };
    }

    private List<String> checked(String namespace, List<String> sent) {
        Optional<String> wrong = namespace.equals(names.units())
                ? NameChecks.units(namespace, sent)
                : NameChecks.services(namespace, sent);
        wrong.ifPresent(why -> {
            throw Refused.badRequest(why);
        });
        return sent;
    }
}
