package dev.divvy.cli.distributor;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Where settings come from and where figures are shown: the original's options that are about the daemon itself. */
final class DaemonChoice {

    @Option(
            names = "--prom-port",
            paramLabel = "<port>",
            description = {
                "Where /metrics (Prometheus) and /healthz are served; 0 for nowhere.",
                "Default: 9090. PROM_PORT."
            })
    private Optional<String> metricsPort = Optional.empty();

    @Option(
            names = "--config-type",
            paramLabel = "args|env",
            description = {
                "Where settings come from. args: a flag beats the environment, which beats the default."
                        + " env: from the environment alone; other flags are ignored.",
                "Default: args. CONFIG_TYPE."
            })
    private Optional<String> configType = Optional.empty();

    int metricsPort(Words words) {
        return words.read("prom-port", metricsPort, "9090", Values::port);
    }

    /** The words that count. */
    Words counting(Words words) {
        String type = words.read("config-type", configType, "args", word -> Values.oneOf(word, "args", "env"));
        return type.equals("env") ? words.ofEnvironmentAlone() : words;
    }
}
