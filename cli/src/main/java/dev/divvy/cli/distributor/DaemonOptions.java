package dev.divvy.cli.distributor;

import dev.divvy.cli.options.HostPort;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.distributor.DistributorSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * The options of the daemon.
 *
 * @param logLevel the level of all of Divvy's messages; empty for the default levels
 * @param metrics the server of metrics; empty for none
 * @param http the server of status and metrics; empty for none
 */
record DaemonOptions(
        DistributorSettings settings,
        StoreLocation store,
        Optional<String> logLevel,
        Optional<ConsoleSettings> metrics,
        Optional<ConsoleSettings> http) {

    /** Returns one line that says which units are divided among which services, where, and how. */
    String shown() {
        return settings.instance() + " started, to divide "
                + settings.namespaces().units() + " among "
                + String.join(", ", settings.namespaces().services()) + " into "
                + settings.namespaces().distribution() + " in " + store.shown() + ": "
                + settings.strategy().label()
                + (settings.namespaces().services().size() == 1
                        ? ""
                        : settings.oneSet() ? " for all lists together" : " for each list")
                + ", every " + shown(settings.pollInterval())
                + ", ping timeout " + shown(settings.ping().timeout())
                + metrics.map(at -> ", metrics at http://" + HostPort.shown(at.address()) + "/metrics")
                        .orElse("")
                + http.map(at -> ", dashboard at http://" + HostPort.shown(at.address()) + "/")
                        .orElse("");
    }

    /** Returns the duration in the largest unit that needs no fraction: {@code 1500ms}, {@code 2s}. */
    private static String shown(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
