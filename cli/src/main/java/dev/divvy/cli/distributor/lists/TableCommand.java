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
        Map<String, List<String>> units = query.ask(commandLine(), (store, names) -> store.table());
        if (json) {
            out().println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(units));
            return;
        }
        Columns columns = new Columns();
        units.forEach(
                (service, its) -> columns.row(NameListCommand.printable(service), Numbers.count(its.size(), "unit")));
        List<String> begins = columns.lines();
        int row = 0;
        for (List<String> its : units.values()) {
            out().println(begins.get(row++)
                    + (its.isEmpty() ? "" : "  " + NameListCommand.printable(String.join(", ", its))));
        }
        int all = units.values().stream().mapToInt(List::size).sum();
        out().println(
                        units.isEmpty()
                                ? "the table is empty"
                                : Numbers.count(units.size(), "service") + ", " + Numbers.count(all, "unit"));
    }
}
