package dev.divvy.cli.up;

import dev.divvy.allocation.Pieces;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.options.BooleanOption;
import dev.divvy.cli.options.DurationOption;
import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.LiveScreen;
import dev.divvy.cli.terminal.SettingDefaults;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.up.cache.CacheDemo;
import dev.divvy.cli.up.cache.NodeLaunch;
import dev.divvy.cli.up.cache.SampleNode;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoDatabase;
import dev.divvy.cli.up.demo.DemoKind;
import dev.divvy.cli.up.outbox.OutboxDemo;
import dev.divvy.cli.up.sites.SitesDemo;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code divvy up}: a demo to watch and to break. */
@Command(name = "up")
public final class UpCommand extends BaseCommand implements Runnable {

    private static final int FIRST_BASE = 7400;
    private static final int LAST_BASE = 9400;
    private static final int BASES_APART = 200;

    @Option(names = "--nodes", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = Demo.MOST)
    private int nodes = 5;

    // Leaves room for two ranges of sixteen ports above it, a hundred apart.
    @Option(names = "--port", paramLabel = "<port>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 65_535 - 100 - Demo.MOST)
    private Optional<Integer> port = Optional.empty();

    @Option(names = "--only", paramLabel = "cache|outbox|distributor", converter = Product.class)
    private Optional<DemoKind> only = Optional.empty();

    @Option(names = "--tokens", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Pieces.MOST)
    private Optional<Integer> tokens = Optional.empty();

    @Option(names = "--expiration", paramLabel = "<time>", converter = DurationOption.class)
    private Optional<Duration> expiration = Optional.empty();

    @Option(names = "--backups", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = 2)
    private int backups = 0;

    @Option(names = "--workers", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Demo.MOST)
    private int workers = 3;

    @Option(names = "--rate", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 10_000)
    private int rate = 20;

    @Option(names = "--parsers", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = Demo.MOST)
    private int parsers = 3;

    @Option(
            names = "--audit",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            converter = BooleanOption.Converter.class)
    private BooleanOption audit = BooleanOption.ON;

    @Option(names = "--seed", paramLabel = "<number>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = Integer.MAX_VALUE)
    private Optional<Integer> seed = Optional.empty();

    @Option(names = "--seconds", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1_000_000_000)
    private Optional<Integer> seconds = Optional.empty();

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Override
    public void run() {
        checkExpiration();
        NodeLaunch launch = launch(random() + random());
        if (runs(DemoKind.CACHE, nodes) && http.port().filter(launch::mayUse).isPresent()) {
            throw SettingDefaults.refused(
                    spec(), "--http", "port " + http.port().get() + " is kept for the nodes; see --port");
        }
        ConsoleSettings dashboard = http.settings(launch.mayUse(HttpOptions.USUAL_PORT) ? 0 : HttpOptions.USUAL_PORT)
                .withOperationsKey(random());
        try (StopSignal stop = StopSignal.onSignals();
                LiveScreen screen = LiveScreen.open(out());
                DemoCluster cluster = new DemoCluster(
                        screen, stop, seed.orElseGet(() -> new SecureRandom().nextInt(Integer.MAX_VALUE)));
                UpConsole console = new UpConsole(cluster.demos(), cluster.operations());
                ConsoleServer server = http.start(dashboard, at -> ConsoleServer.start(at, console))) {
            showAddress(server, dashboard, launch, screen);
            if (runs(DemoKind.CACHE, nodes)) {
                cluster.add(new CacheDemo(launch, nodes, audit.isOn(), cluster.news()));
            }
            if (!runs(DemoKind.OUTBOX, workers) && !runs(DemoKind.DISTRIBUTOR, parsers)) {
                cluster.run(seconds, out());
                return;
            }
            try (DemoDatabase database = new DemoDatabase(random())) {
                if (runs(DemoKind.OUTBOX, workers)) {
                    cluster.add(new OutboxDemo(database, random(), workers, rate, cluster.news()));
                }
                if (runs(DemoKind.DISTRIBUTOR, parsers)) {
                    cluster.add(new SitesDemo(database, parsers, cluster.news()));
                }
                cluster.run(seconds, out());
            }
        }
    }

    private void checkExpiration() {
        try {
            expiration.ifPresent(SampleNode::timing);
        } catch (IllegalArgumentException e) {
            throw SettingDefaults.refused(
                    spec(), "--expiration", "too short for heartbeats every 200 ms of which one may be lost");
        }
    }

    private void showAddress(ConsoleServer server, ConsoleSettings settings, NodeLaunch launch, LiveScreen screen) {
        screen.say("dashboard  " + server.url() + "/"
                + settings.operationsKey()
                        .map(key -> "#key=" + key)
                        .orElse("   read-only, because it is open to other machines"));
        if (http.port().isEmpty() && server.port() != HttpOptions.USUAL_PORT) {
            screen.say("  port " + HttpOptions.USUAL_PORT + " is in use; the dashboard has port " + server.port());
        }
        if (launch.base() != port.orElse(FIRST_BASE)) {
            screen.say("  ports above " + FIRST_BASE + " are in use; the nodes have those above " + launch.base());
        }
    }

    /** Returns the launch of the nodes, on ports that are free. */
    private NodeLaunch launch(String secret) {
        NodeLaunch usual = new NodeLaunch(secret, port.orElse(FIRST_BASE), tokens, expiration, backups);
        if (!runs(DemoKind.CACHE, nodes)) {
            return usual;
        }
        for (int base = FIRST_BASE; port.isEmpty() && base <= LAST_BASE; base += BASES_APART) {
            NodeLaunch launch = new NodeLaunch(secret, base, tokens, expiration, backups);
            if (launch.isFree(nodes)) {
                return launch;
            }
        }
        usual.needFree(nodes);
        return usual;
    }

    private boolean runs(DemoKind kind, int processes) {
        if (only.isPresent() && only.get() == kind && processes == 0) {
            String option = "--" + kind.plural();
            throw SettingDefaults.refused(spec(), option, "0 leaves nothing to run with --only " + kind.product());
        }
        return processes > 0 && only.orElse(kind) == kind;
    }

    /** Returns a random secret. */
    private static String random() {
        byte[] secret = new byte[8];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    /** Parses the name of a product. */
    static final class Product implements ITypeConverter<DemoKind> {
        @Override
        public DemoKind convert(String value) {
            try {
                return DemoKind.valueOf(value.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value + "' is not cache, outbox or distributor");
            }
        }
    }
}
