package dev.divvy.cli.distributor.http;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.table.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** The table: all of it, what hangs there for one service, and that a service has let go. */
final class TableRoutes {

    private final Store store;

    TableRoutes(Store store) {
        this.store = store;
    }

    Map<String, List<String>> all() {
        Table table = store.sheets().read().table();
        Map<String, List<String>> all = new LinkedHashMap<>();
        table.fields().forEach((service, text) -> all.put(service, Table.units(text)));
        return all;
    }

    Map<String, Object> of(String service) {
        return PostingJson.of(store.postings().look(service));
    }

    /** An epoch that is not there yet is refused: who lets go of what it has not lost would never be waited for again. */
    Map<String, Object> acknowledged(String service, Question question) {
        NameChecks.services("services", List.of(service)).ifPresent(why -> {
            throw Refused.badRequest(why);
        });
        long epoch = epoch(question.text().strip());
        Postings postings = store.postings();
        long now = postings.look(service).version().map(Version::epoch).orElse(0L);
        if (epoch > now) {
            throw Refused.badRequest("epoch " + epoch + " has not come yet; the table is at " + now);
        }
        postings.acknowledge(service, epoch);
        return Map.of("acknowledged", epoch);
    }

    /** As {@code 5} or as {@code {"epoch": 5}}. */
    private static long epoch(String text) {
        if (!text.startsWith("{")) {
            return Question.number("epoch", text);
        }
        long epoch;
        try {
            epoch = Read.of(JSON.std.anyFrom(text)).number("epoch");
        } catch (RuntimeException e) {
            throw Refused.badRequest("send an epoch, as 5 or as {\"epoch\": 5}");
        }
        return Question.number("epoch", Long.toString(epoch));
    }
}
