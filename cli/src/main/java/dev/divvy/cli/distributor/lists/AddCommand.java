package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.OneOrTwoDashes;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code divvy units add}, {@code divvy services add}. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        preprocessor = OneOrTwoDashes.class,
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Adds names to the list, those that are not there yet, all at one moment.", ""})
final class AddCommand implements Runnable {

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

    AddCommand(PrintWriter out, Kind kind) {
        this.out = out;
        this.kind = kind;
    }

    @Override
    public void run() {
        List<String> names = given.read();
        kind.wrong(namespace.orElse("the list"), names).ifPresent(why -> {
            throw Failure.wrongUsage(why + "; nothing was added");
        });
        try (Reached reached = reach.open(spec)) {
            String list = namespace.orElseGet(() -> kind.namespace(reached.names()));
            int added = Reached.ask(() -> reached.lists().add(list, names));
            int there = names.size() - added;
            out.println(
                    Numbers.whole(added) + " added" + (there == 0 ? "" : ", " + Which.were(there) + "there already"));
        }
    }
}
