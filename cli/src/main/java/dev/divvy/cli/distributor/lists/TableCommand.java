package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.OneOrTwoDashes;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.jr.ob.JSON;

/** {@code divvy table}: who has what. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        preprocessor = OneOrTwoDashes.class,
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Prints which service has which units, as the distributor's table says now.", ""},
        footer = {"", "Examples:", "  divvy table --store 'jdbc:h2:./trial;AUTO_SERVER=TRUE'", "  divvy table --json"})
public final class TableCommand implements Runnable {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before run() is called
    private CommandSpec spec;

    @Option(names = "--json", description = "Print a JSON object instead, with an array for each service.")
    private boolean json;

    @Mixin
    private final Reach reach = new Reach();

    public TableCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        Map<String, List<String>> units;
        try (Reached reached = reach.open(spec)) {
            units = reached.table();
        }
        if (json) {
            out.println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(units));
            return;
        }
        Columns columns = new Columns();
        units.forEach((service, its) -> columns.row(Which.printable(service), Numbers.count(its.size(), "unit")));
        List<String> begins = columns.lines();
        int row = 0;
        for (List<String> its : units.values()) {
            out.println(begins.get(row++) + (its.isEmpty() ? "" : "  " + Which.printable(String.join(", ", its))));
        }
        int all = units.values().stream().mapToInt(List::size).sum();
        out.println(units.isEmpty() ? "the table is empty" : totals(units.size(), all));
    }

    private static String totals(int services, int units) {
        return Numbers.count(services, "service") + ", " + Numbers.count(units, "unit");
    }
}
