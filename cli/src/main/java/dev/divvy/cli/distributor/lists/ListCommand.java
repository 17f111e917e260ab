package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.OneOrTwoDashes;
import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.jr.ob.JSON;

/** {@code divvy units list}, {@code divvy services list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        preprocessor = OneOrTwoDashes.class,
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Prints the list as it stands, one name per line. How the services are doing is in a daemon's /api/status.",
            ""
        })
final class ListCommand implements Runnable {

    private final PrintWriter out;
    private final Kind kind;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before run() is called
    private CommandSpec spec;

    @Option(names = "--json", description = "Print a JSON array instead.")
    private boolean json;

    @Option(names = "--namespace", paramLabel = "<name>", description = Which.LIST)
    private Optional<String> namespace = Optional.empty();

    @Mixin
    private final Reach reach = new Reach();

    ListCommand(PrintWriter out, Kind kind) {
        this.out = out;
        this.kind = kind;
    }

    @Override
    public void run() {
        try (Reached reached = reach.open(spec)) {
            String list = namespace.orElseGet(() -> kind.namespace(reached.names()));
            List<String> names = Reached.ask(() -> reached.lists().read(list));
            if (json) {
                List<?> rows = kind == Kind.SERVICES ? services(names) : names;
                out.println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(rows));
            } else {
                names.forEach(name -> out.println(Which.printable(name)));
            }
        }
    }

    private static List<Map<String, String>> services(List<String> names) {
        return names.stream().map(name -> Map.of("service", name)).toList();
    }
}
