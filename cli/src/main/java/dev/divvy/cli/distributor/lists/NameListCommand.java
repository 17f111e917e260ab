package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.distributor.NameLists;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.jr.ob.JSON;

/** {@code divvy distributor units} and {@code services}: the lists of names that a distributor reads. */
@Command(synopsisSubcommandLabel = "COMMAND")
public final class NameListCommand extends BaseCommand implements Runnable {

    private final NameKind kind;

    private NameListCommand(NameKind kind) {
        this.kind = kind;
    }

    /** Returns the command with its subcommands. */
    public static CommandLine of(NameKind kind) {
        return new CommandLine(new NameListCommand(kind))
                .setCommandName(kind.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public void run() {
        commandLine().usage(out());
    }

    @Command(sortOptions = false)
    void list(@Option(names = "--json") boolean json, @Mixin ListQuery query) {
        List<String> names = query.ask(kind, NameLists::read);
        if (json) {
            List<?> rows = kind == NameKind.UNITS
                    ? names
                    : names.stream().map(name -> Map.of("service", name)).toList();
            out().println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(rows));
        } else {
            names.forEach(name -> out().println(printable(name)));
        }
    }

    @Command(sortOptions = false)
    void add(@Mixin GivenNames given, @Mixin ListQuery query) {
        List<String> names = given.read();
        kind.check(names);
        int added = query.ask(kind, (lists, list) -> lists.add(list, names));
        report(added, " added", names.size() - added, " already in the list");
    }

    /** Also removes names that a distributor cannot use. */
    @Command(sortOptions = false)
    void remove(@Mixin GivenNames given, @Mixin ListQuery query) {
        List<String> names = given.read();
        int removed = query.ask(kind, (lists, list) -> lists.remove(list, names));
        report(removed, " removed", names.size() - removed, " not in the list");
    }

    private void report(int changed, String change, int others, String reason) {
        out().println(Numbers.whole(changed) + change + (others == 0 ? "" : ", " + Numbers.whole(others) + reason));
    }

    /** Returns a name without control characters: any program may have put it into the list. */
    static String printable(String name) {
        return name.replaceAll("\\p{Cc}", "?");
    }
}
