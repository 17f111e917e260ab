package dev.divvy.cli.distributor;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.options.BooleanOption;
import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.ProcessName;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.Strategy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code divvy distributor run}: the daemon. */
@Command(name = "run", customSynopsis = "divvy distributor run [-<setting>=<value> ...]")
final class DistributorRunCommand extends BaseCommand implements Runnable {

    /** The daemon logs under the same name as the distributor. */
    private static final String LOG = "dev.divvy.distributor";

    private static final String CONFIG_TYPE = "--config-type";
    private static final String ENVIRONMENT = "env";

    @Mixin
    private final NamespaceOptions namespaces = new NamespaceOptions();

    @Option(names = "--strategy", paramLabel = "stable|sticky|ring|original", converter = StrategyName.class)
    private Strategy strategy = Strategy.STABLE;

    @Option(
            names = "--one-set",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            converter = BooleanOption.Converter.class)
    private BooleanOption oneSet = BooleanOption.OFF;

    @Mixin
    private final PingOptions pings = new PingOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(names = "--name", paramLabel = "<name>", converter = InstanceName.class)
    private Optional<String> name = Optional.empty();

    @Option(names = CONFIG_TYPE, paramLabel = "args|env", converter = ConfigType.class)
    private String configType = "args";

    @Option(names = "--log", paramLabel = "error|warn|info|debug|trace", converter = LogLevel.class)
    private Optional<String> logLevel = Optional.empty();

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Option(names = "--prom-port", paramLabel = "<port>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = 65_535)
    private int metricsPort = 9090;

    @Option(names = "--prom-host", paramLabel = "<host>", converter = Host.class)
    private InetAddress metricsHost = new Host().convert("127.0.0.1");

    /** Returns the command with its parser settings. */
    static CommandLine create() {
        CommandLine command = new CommandLine(new DistributorRunCommand());
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new GroupedOptions());
        // A long option with one dash is not a cluster of short ones; of an option that is given twice, the last value
        // counts.
        return command.setPosixClusteredShortOptionsAllowed(false).setOverwrittenOptionsAllowed(true);
    }

    @Override
    public void run() {
        SortedSet<String> ignored = ignoredFlags();
        DaemonOptions options = options();
        // The daemon itself logs why the store is not available; the board's message does not give the reason in one
        // line.
        System.setProperty("divvy.log.board", "error");
        options.logLevel().ifPresent(level -> System.setProperty("DIVVY_LOG", level));
        Logger log = LoggerFactory.getLogger(LOG);
        if (!ignored.isEmpty()) {
            log.warn("config-type is env: ignored {}", String.join(", ", ignored));
        }
        try (StopSignal stop = StopSignal.onSignals()) {
            new Daemon(options, log).run(stop);
        }
    }

    /** With {@code --config-type=env}, reads all settings again from the environment alone; returns the flags that are ignored. */
    SortedSet<String> ignoredFlags() {
        SortedSet<String> ignored = new TreeSet<>();
        if (configType.equals(ENVIRONMENT)) {
            commandLine().getParseResult().matchedOptions().forEach(option -> ignored.add(option.names()[0]));
            ignored.remove(CONFIG_TYPE);
            commandLine().parseArgs();
        }
        return ignored;
    }

    /** Returns the options that the command was given. */
    DaemonOptions options() {
        DistributorSettings settings = DistributorSettings.of(name.orElseGet(ProcessName::usual))
                .withNamespaces(namespaces.read(commandLine()))
                .withStrategy(strategy)
                .withOneSet(oneSet.isOn());
        return new DaemonOptions(
                pings.applyTo(settings), store.location(commandLine()), logLevel, metrics(), http.settings());
    }

    /** Returns the server of metrics; on a host other than loopback it is open to other machines. */
    private Optional<ConsoleSettings> metrics() {
        if (metricsPort == 0) {
            return Optional.empty();
        }
        ConsoleSettings settings = ConsoleSettings.at(new InetSocketAddress(metricsHost, metricsPort))
                .withMetricsOnly();
        return Optional.of(metricsHost.isLoopbackAddress() ? settings : settings.openToOtherMachines());
    }

    private static final class StrategyName implements ITypeConverter<Strategy> {
        @Override
        public Strategy convert(String value) {
            return Strategy.of(value);
        }
    }

    private static final class InstanceName implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return NameRules.check("the name", value, NameRules.LONGEST);
        }
    }

    private static final class ConfigType implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return StoreOptions.oneOf(value, "args", ENVIRONMENT);
        }
    }

    /** Parses a level of Logback, or one of the Distributor by scientificideas that has another name here. */
    private static final class LogLevel implements ITypeConverter<String> {
        private static final Map<String, String> OTHER_NAMES =
                Map.of("warning", "warn", "fatal", "error", "panic", "error");

        @Override
        public String convert(String value) {
            String level = value.toLowerCase(Locale.ROOT);
            return StoreOptions.oneOf(
                    OTHER_NAMES.getOrDefault(level, level), "error", "warn", "info", "debug", "trace", "off", "all");
        }
    }

    private static final class Host implements ITypeConverter<InetAddress> {
        @Override
        public InetAddress convert(String value) {
            try {
                return InetAddress.getByName(value);
            } catch (UnknownHostException e) {
                throw new TypeConversionException("unknown host '" + value + "'");
            }
        }
    }
}
