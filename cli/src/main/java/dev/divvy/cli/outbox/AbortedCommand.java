package dev.divvy.cli.outbox;

import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.outbox.event.AbortedEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.jr.ob.JSON;

/** {@code divvy outbox aborted}: lists the events that were given up. */
@Command(name = "aborted")
final class AbortedCommand extends BaseCommand implements Runnable {

    private static final int LONGEST_ERROR = 80;

    @Mixin
    private final OutboxOptions options = new OutboxOptions();

    @Option(names = "--limit", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 10_000)
    private int limit = 50;

    @Option(names = "--json")
    private boolean json;

    @Override
    public void run() {
        try (OutboxConnection opened = options.open()) {
            List<AbortedEvent> events = opened.ask(() -> opened.outbox().admin().aborted(limit));
            if (json) {
                out().println(JSON.std
                        .with(JSON.Feature.PRETTY_PRINT_OUTPUT)
                        .asString(events.stream().map(AbortedCommand::row).toList()));
                return;
            }
            for (AbortedEvent event : events) {
                out().println(event.id() + "  " + event.entityName() + " " + event.entityId() + "  created "
                        + event.createdAt() + "  " + event.attempts() + " attempts"
                        + (event.held() ? ", its entity waits: " : ": ")
                        + Columns.cut(event.error().replaceAll("\\s+", " "), LONGEST_ERROR));
            }
            out().println(total(opened, events.size()));
        }
    }

    private String total(OutboxConnection opened, int shown) {
        if (shown < limit) {
            return shown == 0 ? "no event was aborted" : Numbers.count(shown, "event") + " aborted";
        }
        long all = opened.ask(() -> opened.outbox().admin().backlog()).aborted();
        return Numbers.whole(shown) + " of " + Numbers.whole(all) + " aborted events";
    }

    private static Map<String, Object> row(AbortedEvent event) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", event.id());
        row.put("entityName", event.entityName());
        row.put("entityId", event.entityId());
        row.put("attempts", event.attempts());
        row.put("held", event.held());
        row.put("error", event.error());
        row.put("createdAt", event.createdAt().toString());
        row.put("payloadBytes", event.payload().size());
        return row;
    }
}
