package dev.divvy.cli.distributor;

import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreNames;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that name the lists and the table of a distributor. */
public final class NamespaceOptions {

    private static final String NAME = "<name>";

    @Option(
            names = {"--services-namespaces", "--services-namespace"},
            paramLabel = "<names>",
            converter = CommaSeparatedNames.Converter.class)
    private CommaSeparatedNames services = new CommaSeparatedNames(StoreNames.DEFAULT.services());

    @Option(names = "--workunits-namespace", paramLabel = NAME)
    private String units = StoreNames.DEFAULT.units();

    @Option(names = "--distribution-namespace", paramLabel = NAME)
    private String distribution = StoreNames.DEFAULT.distribution();

    /** Returns the names that the options of this command give. */
    public StoreNames read(CommandLine command) {
        try {
            return new StoreNames(services.names(), units.strip(), RedisStore.checkDistribution(distribution.strip()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }
}
