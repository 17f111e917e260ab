package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.report.Columns;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The services of a list.
 *
 * @param states how they are, where somebody was asked who pings them
 */
record Registered(List<String> names, Optional<List<ServiceStatus>> states) {

    List<String> lines() {
        if (states.isEmpty()) {
            return names.stream().map(Which::printable).toList();
        }
        Columns columns = new Columns();
        for (String name : names) {
            Optional<ServiceStatus> state = state(name);
            columns.row(
                    Which.printable(name),
                    state.map(there -> Integer.toString(there.units())).orElse("-"),
                    state.map(Registered::said).orElse("not pinged yet"));
        }
        return columns.lines();
    }

    private static String said(ServiceStatus state) {
        return state.alive()
                ? "alive"
                : "denied" + state.reason().map(why -> ": " + why).orElse("");
    }

    List<Map<String, Object>> json() {
        return names.stream().map(this::row).toList();
    }

    private Map<String, Object> row(String name) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("service", name);
        state(name).ifPresent(state -> {
            row.put("alive", state.alive());
            state.reason().ifPresent(why -> row.put("reason", why));
            row.put("units", state.units());
        });
        return row;
    }

    private Optional<ServiceStatus> state(String name) {
        return states.flatMap(
                all -> all.stream().filter(one -> one.service().equals(name)).findFirst());
    }
}
