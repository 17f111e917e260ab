package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.NameLists;
import dev.divvy.distributor.StoreNames;
import java.util.Collection;
import java.util.List;

/** The kinds of names that a distributor keeps lists of. */
public enum NameKind {
    UNITS,
    SERVICES;

    /** Returns the default list. */
    String list(StoreNames names) {
        return this == UNITS ? names.units() : names.services().get(0);
    }

    /** Refuses names that a distributor would ignore. */
    void check(Collection<String> names) {
        List<Refusal> wrong = this == UNITS
                ? NameLists.refusedUnits("the list", names)
                : NameLists.refusedServices("the list", names);
        if (!wrong.isEmpty()) {
            int more = wrong.size() - 1;
            throw Failure.wrongUsage("\"" + wrong.get(0).name() + "\" cannot be a name: "
                    + wrong.get(0).why()
                    + (more > 0 ? "; nor can " + more + (more == 1 ? " other" : " others") : "")
                    + "; nothing was added");
        }
    }
}
