package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.jr.ob.JSON;

/** {@code divvy distributor table}: the units of each service. */
@Command(name = "table")
public final class TableCommand extends BaseCommand implements Runnable {

    @Option(names = "--json")
    private boolean json;

    @Mixin
    private final StoreQuery query = new StoreQuery();

    @Override
    public void run() {
        Map<String, List<String>> units = query.ask(commandLine(), (store, namespaces) -> store.table());
        if (json) {
            out().println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(units));
            return;
        }
        Columns columns = new Columns();
        units.forEach((service, names) ->
                columns.row(NameListCommand.printable(service), Numbers.count(names.size(), "unit")));
        List<String> prefixes = columns.lines();
        int row = 0;
        for (List<String> names : units.values()) {
            out().println(prefixes.get(row++)
                    + (names.isEmpty() ? "" : "  " + NameListCommand.printable(String.join(", ", names))));
        }
        int total = units.values().stream().mapToInt(List::size).sum();
        out().println(
                        units.isEmpty()
                                ? "the table is empty"
                                : Numbers.count(units.size(), "service") + ", " + Numbers.count(total, "unit"));
    }
}
