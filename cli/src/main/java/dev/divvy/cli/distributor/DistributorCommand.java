package dev.divvy.cli.distributor;

import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.Version;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.PingSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** {@code divvy distributor}: the daemon. */
@Command(
        resourceBundle = "dev.divvy.cli.help",
        name = "distributor",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        preprocessor = OneOrTwoDashes.class,
        sortOptions = false,
        customSynopsis = "divvy distributor [-<setting>=<value> ...]",
        description = {
            "Divides work units among services: reads both lists from Redis (or another store), pings the services by gRPC, and keeps a table there that"
                    + " says which service has which units. Several may run; one writes, the others take over when it goes.",
            "",
            "Every setting is a flag, with one dash or two and with = or a space (-poll-interval=500ms, --poll-interval 500ms), and"
                    + " a variable of the environment, named in capitals where it is described. Times are written 500ms, 1.5s, 1m30s, 1h."
        },
        footer = {
            "",
            "It starts also when the store is away, and goes on trying. Ctrl-C or a request to terminate ends it, and another instance"
                    + " takes over at once; the table stays. It logs to standard error; DIVVY_LOG=debug tells more.",
            "",
            "Examples:",
            "  divvy distributor -services-namespaces=parsers -workunits-namespace=sites",
            "  divvy distributor -redis-addrs=r1:6379,r2:6379,r3:6379 -redis-tls -poll-interval=500ms",
            "  REDIS_PASS=... POLL_INTERVAL=500ms divvy distributor -config-type=env",
            "  divvy distributor --store jdbc:postgresql://localhost/shop --jdbc-user shop"
        })
public final class DistributorCommand implements Callable<Integer> {

    /** What the daemon says of itself goes where the rest of the distributor's news goes. */
    private static final String LOG = "dev.divvy.distributor";

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before call() is called
    private CommandSpec spec;

    @Mixin
    private final NamespaceChoice namespaces = new NamespaceChoice();

    @Mixin
    private final PingChoice pings = new PingChoice();

    @Mixin
    private final DaemonChoice daemon = new DaemonChoice();

    @Mixin
    private final DaemonStore store = new DaemonStore();

    @Mixin
    private final OurChoice ours = new OurChoice();

    DistributorCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The command, as part of another. */
    public static CommandLine make() {
        return with(System.getenv());
    }

    static CommandLine with(Map<String, String> environment) {
        CommandLine command = new CommandLine(new DistributorCommand(environment));
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new GroupedOptions(headings()));
        // A long option with one dash is not many short ones; of one that comes twice the last counts, as in the
        // original.
        return command.setPosixClusteredShortOptionsAllowed(false).setOverwrittenOptionsAllowed(true);
    }

    private static Map<String, String> headings() {
        Map<String, String> headings = new LinkedHashMap<>();
        headings.put("namespaces", "The original's settings: what is divided");
        headings.put("pings", "The original's settings: pings");
        headings.put("daemon", "The original's settings: the daemon");
        headings.put("store", "Where lists and table are: Redis, with the original's settings, or another store");
        headings.put("ours", "Ours");
        headings.put("mixinStandardHelpOptions", "Help");
        return headings;
    }

    @Override
    public Integer call() {
        Words words = words();
        Plan plan = plan(words);
        // The daemon tells itself why a store is away; the board's own word of it has no reason in one line.
        System.setProperty("divvy.log.board", "error");
        Logger log = LoggerFactory.getLogger(LOG);
        if (!words.ignored().isEmpty()) {
            log.warn("config-type is env: ignored {}", String.join(", ", words.ignored()));
        }
        try (Stop stop = Stop.onSignals();
                Daemon running = new Daemon(plan, log)) {
            running.run(stop);
        }
        return ExitCode.OK;
    }

    /** The words that count. */
    Words words() {
        return daemon.counting(Words.of(spec.commandLine(), environment));
    }

    /** What was asked for. */
    Plan plan(Words words) {
        Namespaces names = namespaces.read(words);
        PingSettings ping = words.sensible(() -> ours.more(pings.read(words), words));
        DistributorSettings settings = words.sensible(() -> DistributorSettings.of(ours.instance(words))
                .withNamespaces(names)
                .withStrategy(ours.strategy(words))
                .withPerNamespace(ours.perNamespace(words))
                .withPollInterval(pings.pollInterval(words))
                .withPing(ping)
                .withPingFailures(ours.pingFailures(words)));
        int port = daemon.metricsPort(words);
        InetAddress host = ours.metricsHost(words);
        Optional<ConsoleSettings> metrics =
                port == 0 ? Optional.empty() : Optional.of(metrics(new InetSocketAddress(host, port)));
        return new Plan(settings, store.read(words), metrics, ours.http(words));
    }

    /** Who names another host than loopback has asked for it to be open. */
    private static ConsoleSettings metrics(InetSocketAddress address) {
        ConsoleSettings settings = ConsoleSettings.at(address).withMetricsOnly();
        return address.getAddress().isLoopbackAddress() ? settings : settings.openToOtherMachines();
    }
}
