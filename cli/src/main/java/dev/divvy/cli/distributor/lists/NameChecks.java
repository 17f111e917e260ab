package dev.divvy.cli.distributor.lists;

import dev.divvy.distributor.DistributorStatus.Refusal;
import java.util.List;
import java.util.Optional;

/** Says which names the distributor would leave out: they are refused where they would be added. */
final class NameChecks {

    private NameChecks() {}

    static Optional<String> message(List<Refusal> refused) {
        int more = refused.size() - 1;
        return refused.stream()
                .findFirst()
                .map(first -> "\"" + first.name() + "\" cannot be a name: " + first.why()
                        + (more > 0 ? "; nor can " + more + (more == 1 ? " other" : " others") : ""));
    }
}
