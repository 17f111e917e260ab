package dev.divvy.cli.distributor;

import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.RedisStore;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Under which names lists stand and the table hangs: options that commands on a store share. */
public final class NamespaceChoice {

    private static final String NAME = "<name>";

    @Option(
            names = "--services-namespaces",
            paramLabel = "<names>",
            description = {
                "The lists of services, with commas between; all of them are one set.",
                "Default: sys-robots-list. SERVICES_NAMESPACES, or SERVICES_NAMESPACE."
            })
    private Optional<String> services = Optional.empty();

    @Option(
            names = "--workunits-namespace",
            paramLabel = NAME,
            description = {"The list of work units.", "Default: sys-channels. WORKUNITS_NAMESPACE."})
    private Optional<String> units = Optional.empty();

    @Option(
            names = "--distribution-namespace",
            paramLabel = NAME,
            description = {
                "The table: which service has which units.",
                "Default: sys-matching-table. DISTRIBUTION_NAMESPACE."
            })
    private Optional<String> distribution = Optional.empty();

    public Namespaces read(Words words) {
        List<String> among = words.read("services-namespaces", services, "sys-robots-list", Values::list);
        String what = words.read("workunits-namespace", units, "sys-channels", String::strip);
        String where = words.read("distribution-namespace", distribution, "sys-matching-table", String::strip);
        return words.sensible(() -> new Namespaces(among, what, RedisStore.checkDistribution(where)));
    }
}
