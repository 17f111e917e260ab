package dev.divvy.cli.distributor.http;

import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Who answers which path. */
final class Routes {

    private static final String GET = "GET";
    private static final String POST = "POST";

    private final ListRoutes lists;
    private final TableRoutes table;
    private final Namespaces names;
    private final Supplier<DistributorStatus> status;

    Routes(Store store, Namespaces names, Supplier<DistributorStatus> status) {
        this.lists = new ListRoutes(store.names(), names);
        this.table = new TableRoutes(store);
        this.names = names;
        this.status = status;
    }

    /** What is answered, as JSON. */
    Object answer(Question question) {
        List<String> path = question.path();
        return switch (String.join("/", path.subList(0, Math.min(2, path.size())))) {
            case "healthz" -> {
                only(GET, question, 1);
                yield health();
            }
            case "api/status" -> {
                only(GET, question, 2);
                yield DeskStatusJson.of(status.get(), names);
            }
            case "api/units" -> lists.units(exactly(2, question));
            case "api/services" -> lists.services(exactly(2, question));
            case "api/names" -> lists.any(exactly(2, question));
            case "api/table" -> table(question);
            default -> throw unknown(question);
        };
    }

    private Object table(Question question) {
        List<String> path = question.path();
        return switch (path.size()) {
            case 2 -> {
                only(GET, question, 2);
                yield table.all();
            }
            case 3 -> table.of(only(GET, question, 3).path().get(2));
            case 4 -> {
                if (!path.get(3).equals("acknowledged")) {
                    throw unknown(question);
                }
                yield table.acknowledged(path.get(2), only(POST, question, 4));
            }
            default -> throw unknown(question);
        };
    }

    /** This process is well while it answers; that the store is away is said, and is not mended by starting anew. */
    private Map<String, Object> health() {
        Map<String, Object> health = new LinkedHashMap<>();
        health.put("status", "up");
        health.put("trouble", status.get().trouble().orElse(null));
        return health;
    }

    static Question only(String method, Question question, int parts) {
        if (!exactly(parts, question).method().equals(method)) {
            throw Refused.wrongMethod(question, method);
        }
        return question;
    }

    private static Question exactly(int parts, Question question) {
        if (question.path().size() != parts) {
            throw unknown(question);
        }
        return question;
    }

    private static Refused unknown(Question question) {
        return Refused.notFound("there is no " + question.shownPath()
                + "; there is /api/status, /api/units, /api/services, /api/table, /api/table/SERVICE, /api/events and"
                + " /healthz");
    }
}
