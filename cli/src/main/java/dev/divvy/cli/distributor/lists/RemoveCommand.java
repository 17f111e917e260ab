package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.OneOrTwoDashes;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code divvy units remove}, {@code divvy services remove}: also names that cannot be used and that somebody else put there. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        preprocessor = OneOrTwoDashes.class,
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Takes names off the list, wherever they stand in it, all at one moment.", ""})
final class RemoveCommand implements Runnable {

    private final PrintWriter out;
    private final Kind kind;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before run() is called
    private CommandSpec spec;

    @Mixin
    private final GivenNames given = new GivenNames();

    @Option(names = "--namespace", paramLabel = "<name>", description = Which.LIST)
    private Optional<String> namespace = Optional.empty();

    @Mixin
    private final Reach reach = new Reach();

    RemoveCommand(PrintWriter out, Kind kind) {
        this.out = out;
        this.kind = kind;
    }

    @Override
    public void run() {
        List<String> names = given.read();
        try (Reached reached = reach.open(spec)) {
            String list = namespace.orElseGet(() -> kind.namespace(reached.names()));
            int removed = Reached.ask(() -> reached.lists().remove(list, names));
            int missing = names.size() - removed;
            out.println(Numbers.whole(removed) + " removed"
                    + (missing == 0 ? "" : ", " + Which.were(missing) + "not there"));
        }
    }
}
