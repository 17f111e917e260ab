package dev.divvy.cli.cache;

import dev.divvy.allocation.Pieces;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cache.OnHeal;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.options.DurationOption;
import dev.divvy.cli.options.HostPort;
import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Secrets;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.coordination.GroupMismatchException;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy node}: one node of a cache. */
@Command(name = "node")
public final class NodeCommand extends BaseCommand implements Runnable {

    private static final String HOST_PORT = "<host:port>";
    private static final String FILE = "<file>";
    private static final String TEXT = "<text>";

    @Option(names = "--name", paramLabel = "<name>")
    private String name = "n1";

    @Option(names = "--listen", paramLabel = HOST_PORT, converter = HostPort.class, defaultValue = "127.0.0.1:7401")
    private Optional<InetSocketAddress> listen = Optional.empty();

    @Option(names = "--mesh", paramLabel = HOST_PORT, converter = HostPort.class, defaultValue = "127.0.0.1:7501")
    private Optional<InetSocketAddress> mesh = Optional.empty();

    @Option(names = "--peers", paramLabel = HOST_PORT, split = ",", converter = HostPort.class)
    private List<InetSocketAddress> peers = List.of();

    @Option(names = "--group", paramLabel = "<name>")
    private String group = "cache";

    @Option(names = "--secret", paramLabel = TEXT)
    private Optional<String> secret = Optional.empty();

    @Option(names = "--secret-file", paramLabel = FILE)
    private Optional<Path> secretFile = Optional.empty();

    @Option(names = "--tokens", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Pieces.MOST)
    private Optional<Integer> tokens = Optional.empty();

    @Option(names = "--backups", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = 2)
    private Optional<Integer> backups = Optional.empty();

    @Option(names = "--require-copies", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = 2)
    private Optional<Integer> requiredCopies = Optional.empty();

    @Option(names = "--zone", paramLabel = "<name>")
    private Optional<String> zone = Optional.empty();

    @Option(names = "--weight", paramLabel = "<number>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1000)
    private Optional<Integer> weight = Optional.empty();

    @Option(names = "--max-memory", paramLabel = "<size>", converter = MemorySize.class)
    private Optional<Long> mostMemory = Optional.empty();

    @Option(names = "--expiration", paramLabel = "<time>", converter = DurationOption.class)
    private Optional<Duration> expiration = Optional.empty();

    @Option(names = "--on-heal", paramLabel = "forget-changed|keep|forget-all", converter = OnHealOption.class)
    private Optional<OnHeal> onHeal = Optional.empty();

    @Option(names = "--redirect")
    private boolean redirect;

    @Option(names = "--password", paramLabel = TEXT)
    private Optional<String> password = Optional.empty();

    @Option(names = "--password-file", paramLabel = FILE)
    private Optional<Path> passwordFile = Optional.empty();

    @Option(names = "--announce", paramLabel = "<host>")
    private Optional<String> announced = Optional.empty();

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Option(names = "--tls-cert", paramLabel = FILE)
    private Optional<Path> certificate = Optional.empty();

    @Option(names = "--tls-key", paramLabel = FILE)
    private Optional<Path> key = Optional.empty();

    @Option(names = "--tls-ca", paramLabel = FILE)
    private Optional<Path> authority = Optional.empty();

    @Override
    public void run() {
        Optional<ConsoleSettings> shown = http.settings();
        try (StopSignal stop = StopSignal.onSignals()) {
            CacheNode node = start();
            try (node) {
                showAndServe(node, shown, stop);
                err().println(name + " is leaving and handing over its entries; press Ctrl-C again to end it at once");
            }
            long lost = node.entriesLeftBehind();
            if (lost > 0) {
                throw Failure.failed(name + " has left before the other nodes had everything: " + Numbers.whole(lost)
                        + " of its entries are lost unless copies have them");
            }
            err().println(name + " has left");
        }
    }

    private void showAndServe(CacheNode node, Optional<ConsoleSettings> shown, StopSignal stop) {
        if (shown.isEmpty()) {
            serve(node, stop);
            return;
        }
        try (NodeConsole console = new NodeConsole(node);
                ConsoleServer server = HttpOptions.start("--http", shown.get(), console)) {
            err().println(name + " shows the dashboard at " + server.url() + "/");
            serve(node, stop);
        }
    }

    private void serve(CacheNode node, StopSignal stop) {
        if (awaitServing(node, stop)) {
            out().println(name + " serves at " + HostPort.shown(node.address()) + "; group " + group + ", "
                    + members(node.status()));
            out().flush();
        }
        stop.await();
    }

    /** Returns text such as {@code 2 members: n1, n2}. */
    private static String members(GroupStatus status) {
        List<String> live = status.members().stream()
                .filter(member -> member.state() != MemberState.GONE)
                .map(MemberStatus::id)
                .toList();
        return Numbers.count(live.size(), "member") + ": " + String.join(", ", live);
    }

    private static boolean awaitServing(CacheNode node, StopSignal stop) {
        try {
            while (!node.awaitServing(Duration.ofMillis(100))) {
                if (stop.isAsked()) {
                    return false;
                }
            }
            return true;
        } catch (GroupMismatchException e) {
            throw Failure.wrongUsage(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private CacheNode start() {
        try {
            return CacheNode.start(settings());
        } catch (IllegalArgumentException e) {
            throw Failure.wrongUsage(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw Failure.failed(e.getMessage() + "; --listen and --mesh choose the addresses of a node");
        }
    }

    private NodeSettings settings() {
        NodeSettings settings = NodeSettings.named(name)
                .withListenAddress(listen.orElseThrow())
                .withMeshAddress(mesh.orElseThrow())
                .withPeers(peers)
                .withGroup(group)
                .withRedirects(redirect);
        settings = Secrets.read(spec(), "--secret", secret, secretFile)
                .map(settings::withSecret)
                .orElse(settings);
        settings = tokens.map(settings::withTokens).orElse(settings);
        settings = backups.map(settings::withBackups).orElse(settings);
        settings = requiredCopies.map(settings::withRequiredCopies).orElse(settings);
        settings = zone.map(settings::withZone).orElse(settings);
        settings = weight.map(settings::withWeight).orElse(settings);
        settings = onHeal.map(settings::withOnHeal).orElse(settings);
        settings = mostMemory.map(settings::withMaxMemory).orElse(settings);
        settings = expiration.isPresent() ? settings.withTiming(timing(settings.timing())) : settings;
        settings = Secrets.read(spec(), "--password", password, passwordFile)
                .map(settings::withPassword)
                .orElse(settings);
        settings = announced.map(settings::withAnnouncedHost).orElse(settings);
        return encrypted(settings);
    }

    private NodeSettings encrypted(NodeSettings settings) {
        if (certificate.isEmpty() && key.isEmpty() && authority.isEmpty()) {
            return settings;
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            throw Failure.wrongUsage("--tls-cert and --tls-key belong together; one of them is missing");
        }
        return settings.withTls(certificate.get(), key.get(), authority.orElseGet(() -> certificate.orElseThrow()));
    }

    private Timing timing(Timing defaults) {
        return Timing.of(defaults.pulse(), expiration.orElse(defaults.timeToLive()))
                .withGrace(defaults.grace());
    }
}
