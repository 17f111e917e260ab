package dev.divvy.cli.distributor;

import dev.divvy.allocation.support.Names;
import dev.divvy.cli.http.HttpAddress;
import dev.divvy.cli.terminal.ProcessName;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.distributor.PingSettings;
import dev.divvy.distributor.Strategy;
import java.net.InetAddress;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What the original does not have. */
final class OurChoice {

    @Option(
            names = "--strategy",
            paramLabel = "stable|sticky|ring",
            description = {
                "stable: from the names alone, with few moves. sticky: from the table before, with the fewest moves."
                        + " ring: the original's rule.",
                "Default: stable. DIVVY_STRATEGY."
            })
    private Optional<String> strategy = Optional.empty();

    @Option(
            names = "--per-namespace",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = {
                "Divide the units once for each list of services, not once for all of them.",
                "Default: false. DIVVY_PER_NAMESPACE."
            })
    private Optional<String> perNamespace = Optional.empty();

    @Option(
            names = "--ping-failures",
            paramLabel = "<count>",
            description = {"How many failed pings in a row make a denial.", "Default: 1. DIVVY_PING_FAILURES."})
    private Optional<String> pingFailures = Optional.empty();

    @Option(
            names = "--ping-method",
            paramLabel = "<method>",
            description = {
                "/package.Service/Method to send an empty message to, for services built against another proto.",
                "Default: the standard health check, then Divvy's own Ping. DIVVY_PING_METHOD."
            })
    private Optional<String> pingMethod = Optional.empty();

    @Option(
            names = "--watch",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = {
                "Also have services tell by themselves (health Watch) when they stop serving.",
                "Default: false. DIVVY_WATCH."
            })
    private Optional<String> watch = Optional.empty();

    @Option(
            names = "--instance",
            paramLabel = "<name>",
            description = {
                "The name of this instance; no other may have it.",
                "Default: the host and the process's number. DIVVY_INSTANCE."
            })
    private Optional<String> instance = Optional.empty();

    @Option(
            names = "--http",
            paramLabel = "[<host>:]<port>",
            description = {
                "Where /api/status (JSON), /metrics (Prometheus), /healthz and /readyz are served; without a host on loopback.",
                "Default: nowhere. DIVVY_HTTP."
            })
    private Optional<String> http = Optional.empty();

    @Option(
            names = "--http-open",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = {"Let http listen where other machines can read it.", "Default: false. DIVVY_HTTP_OPEN."})
    private Optional<String> httpOpen = Optional.empty();

    @Option(
            names = "--prom-host",
            paramLabel = "<host>",
            description = {
                "The address that prom-port is opened on; 0.0.0.0 for all. Anybody who reaches it can read there.",
                "Default: 127.0.0.1. DIVVY_PROM_HOST."
            })
    private Optional<String> metricsHost = Optional.empty();

    Strategy strategy(Words words) {
        return words.read("strategy", strategy, "stable", Strategy::of);
    }

    boolean perNamespace(Words words) {
        return words.read("per-namespace", perNamespace, "false", Values::yes);
    }

    int pingFailures(Words words) {
        return words.read("ping-failures", pingFailures, "1", Values::count);
    }

    PingSettings more(PingSettings given, Words words) {
        PingSettings some =
                words.read("ping-method", pingMethod, given::withMethod).orElse(given);
        return words.read("watch", watch, "false", Values::yes) ? some.withWatch(true) : some;
    }

    String instance(Words words) {
        return words.read("instance", instance, name -> Names.check("the name", name, Names.LONGEST))
                .orElseGet(ProcessName::usual);
    }

    Optional<ConsoleSettings> http(Words words) {
        boolean open = words.read("http-open", httpOpen, "false", Values::yes);
        return words.read("http", http, word -> HttpAddress.settings(HttpAddress.parse(word), open));
    }

    InetAddress metricsHost(Words words) {
        return words.read("prom-host", metricsHost, "127.0.0.1", Values::host);
    }
}
