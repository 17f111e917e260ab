package dev.divvy.cli.distributor;

import dev.divvy.console.ConsoleSettings;
import dev.divvy.distributor.DistributorSettings;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * All that the daemon was asked for.
 *
 * @param metrics where metrics are served, if anywhere
 * @param http where status and metrics are served, if anywhere
 */
record Plan(
        DistributorSettings settings,
        StorePlace place,
        Optional<ConsoleSettings> metrics,
        Optional<ConsoleSettings> http) {

    /** One line: what is divided, where, and how. */
    String shown() {
        return settings.instance() + " divides " + settings.namespaces().units() + " among "
                + String.join(", ", settings.namespaces().services()) + " into "
                + settings.namespaces().distribution() + " in " + place.shown() + ": "
                + settings.planning().strategy().word()
                + (settings.planning().perNamespace() ? " for each list" : "")
                + ", every " + Span.shown(settings.pollInterval())
                + ", ping timeout " + Span.shown(settings.ping().timeout())
                + metrics.map(at -> ", metrics at " + url(at) + "/metrics").orElse("")
                + http.map(at -> ", status at " + url(at) + "/api/status").orElse("");
    }

    private static String url(ConsoleSettings settings) {
        InetSocketAddress at = settings.address();
        String host = at.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + at.getPort();
    }
}
