package dev.divvy.cli.distributor.lists;

import dev.divvy.distributor.ping.Address;
import dev.divvy.distributor.table.Lists;
import dev.divvy.distributor.table.Reading;
import dev.divvy.distributor.table.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Which names the distributor would leave out: they are refused where they would be added. */
final class NameChecks {

    private NameChecks() {}

    /** What is wrong with these units, if anything is. */
    static Optional<String> units(String namespace, List<String> names) {
        return said(Reading.of(new Lists(Map.of(), names), namespace, name -> Optional.empty()));
    }

    /** What is wrong with these services, if anything is. */
    static Optional<String> services(String namespace, List<String> names) {
        Function<String, Optional<String>> address = NameChecks::unreachable;
        return said(Reading.of(new Lists(Map.of(namespace, names), List.of()), "units", address));
    }

    private static Optional<String> unreachable(String service) {
        try {
            Address.parse(service);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> said(Reading reading) {
        return reading.refused().stream()
                .findFirst()
                .map(first -> said(first, reading.refused().size() - 1));
    }

    private static String said(Refusal first, int more) {
        return "\"" + first.name() + "\" cannot be a name: " + first.why()
                + (more > 0 ? "; nor can " + more + (more == 1 ? " other" : " others") : "");
    }
}
