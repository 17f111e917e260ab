package dev.divvy.cli.outbox;

import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.outbox.event.ListedEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.jr.ob.JSON;

/** {@code divvy outbox list}: lists events. */
@Command(name = "list")
final class ListCommand extends BaseCommand implements Runnable {

    private static final int LONGEST_ERROR = 80;

    @Mixin
    private final OutboxOptions options = new OutboxOptions();

    @Mixin
    private final EventFilterOptions filter = new EventFilterOptions();

    @Option(names = "--limit", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 9_999)
    private int limit = 50;

    @Option(names = "--json")
    private boolean json;

    @Override
    public void run() {
        try (OutboxConnection opened = options.open()) {
            // One more than is shown tells whether there are more.
            List<ListedEvent> found = opened.ask(
                    () -> opened.outbox().admin().list(filter.filter().withLimit(limit + 1L)));
            List<ListedEvent> shown = found.subList(0, Math.min(limit, found.size()));
            if (json) {
                out().println(JSON.std
                        .with(JSON.Feature.PRETTY_PRINT_OUTPUT)
                        .asString(shown.stream().map(ListCommand::row).toList()));
                return;
            }
            shown.forEach(event -> out().println(line(event)));
            out().println(
                            found.size() > limit
                                    ? "these are the first " + Numbers.whole(limit) + "; for more: --limit"
                                    : filter.described(found.size()));
        }
    }

    private static String line(ListedEvent event) {
        String attempts = event.attempts() == 0 ? "" : "  " + Numbers.count(event.attempts(), "attempt");
        String error =
                event.error().isEmpty() ? "" : ": " + Columns.cut(event.error().replaceAll("\\s+", " "), LONGEST_ERROR);
        return event.id() + "  " + event.entityName() + " " + event.entityId() + "  " + written(event) + "  created "
                + event.createdAt() + ended(event)
                + event.nextAttempt().map(time -> nextVerb(event) + time).orElse("") + attempts + error;
    }

    private static String nextVerb(ListedEvent event) {
        return event.attempts() == 0 ? "  not before " : "  next attempt ";
    }

    private static String ended(ListedEvent event) {
        String verb = event.attempts() == 0 ? "  ended " : "  given up ";
        return event.endedAt().map(time -> verb + time).orElse("");
    }

    private static String written(ListedEvent event) {
        return event.status().name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> row(ListedEvent event) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", event.id());
        row.put("entityName", event.entityName());
        row.put("entityId", event.entityId());
        row.put("type", event.type());
        row.put("status", written(event));
        row.put("attempts", event.attempts());
        row.put("error", event.error());
        row.put("createdAt", event.createdAt().toString());
        row.put("nextAttempt", event.nextAttempt().map(Instant::toString).orElse(null));
        row.put("endedAt", event.endedAt().map(Instant::toString).orElse(null));
        row.put("payloadBytes", event.payloadBytes());
        return row;
    }
}
