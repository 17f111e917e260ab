package dev.divvy.cli.distributor.metrics;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.DistributorStatus.Counters;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.table.Refusal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** How an instance sees the work, as JSON. */
final class DistributorStatusJson {

    private DistributorStatusJson() {}

    static Map<String, Object> of(DistributorStatus status, Namespaces names) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("instance", status.instance());
        all.put("writing", status.writing());
        all.put("writer", status.writer().orElse(null));
        all.put("version", status.version().map(DistributorStatusJson::version).orElse(null));
        all.put("namespaces", namespaces(names));
        all.put("units", status.units());
        all.put("alive", status.alive());
        all.put(
                "services",
                status.services().stream().map(DistributorStatusJson::service).toList());
        all.put(
                "refused",
                status.refused().stream().map(DistributorStatusJson::refusal).toList());
        all.put("trouble", status.trouble().orElse(null));
        all.put("counters", counters(status.counters()));
        return all;
    }

    private static Map<String, Object> namespaces(Namespaces names) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("services", names.services());
        all.put("units", names.units());
        all.put("distribution", names.distribution());
        return all;
    }

    private static Map<String, Object> service(ServiceStatus service) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("service", service.service());
        row.put("alive", service.alive());
        row.put("reason", service.reason().orElse(null));
        row.put("units", service.units());
        return row;
    }

    private static Map<String, Object> version(Version version) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("lineage", version.lineage());
        row.put("epoch", version.epoch());
        return row;
    }

    private static Map<String, Object> refusal(Refusal refusal) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("namespace", refusal.namespace());
        row.put("name", refusal.name());
        row.put("why", refusal.why());
        return row;
    }

    private static Map<String, Object> counters(Counters counters) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("rounds", counters.rounds());
        all.put("pings", counters.pings());
        all.put("failedPings", counters.failedPings());
        all.put("pingingMillis", millis(counters.pinging()));
        all.put("denials", counters.denials());
        all.put("returns", counters.returns());
        all.put("redistributions", counters.redistributions());
        all.put("moved", counters.moved());
        all.put("troubles", counters.troubles());
        all.put("lastRoundMillis", millis(counters.lastRound()));
        return all;
    }

    private static double millis(Duration length) {
        return length.toNanos() / 1e6;
    }
}
