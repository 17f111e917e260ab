package dev.divvy.cli.outbox;

import dev.divvy.outbox.event.Backlog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.jr.ob.JSON;

/** A look as one JSON object. What nobody knows is null. */
final class StatusJson {

    private StatusJson() {}

    static String of(OutboxSnapshot now, OutboxSnapshot before, boolean pretty) {
        Backlog backlog = now.backlog();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("pending", backlog.pending());
        json.put("retrying", backlog.retrying());
        json.put("aborted", backlog.aborted());
        json.put("done", backlog.done());
        json.put(
                "oldestSeconds",
                backlog.oldest().map(age -> age.toMillis() / 1e3).orElse(null));
        json.put("handledPerSecond", rounded(now.handledRate(before)));
        json.put("sentPerSecond", rounded(now.sentRate(before)));
        json.put("members", now.members().stream().map(StatusJson::row).toList());
        JSON writer = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);
        return (pretty ? writer.with(JSON.Feature.PRETTY_PRINT_OUTPUT) : writer).asString(json);
    }

    /** When there was nothing to be seen. */
    static String trouble(String what) {
        return JSON.std.asString(Map.of("trouble", what));
    }

    private static Map<String, Object> row(Members.One member) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("group", member.group());
        row.put("id", member.id());
        row.put("name", member.name());
        row.put("state", member.state());
        row.put("silent", member.isSilent());
        row.put("pieces", member.pieces());
        row.put("assigned", member.assigned());
        row.put("total", member.total());
        row.put("acknowledged", member.acknowledged());
        row.put("expiresInSeconds", member.expiresIn().toMillis() / 1e3);
        return row;
    }

    private static @Nullable Double rounded(OptionalDouble rate) {
        return rate.isPresent() ? (Double) (Math.round(rate.getAsDouble() * 10) / 10.0) : null;
    }
}
