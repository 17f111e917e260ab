package dev.divvy.cli.distributor.lists;

import dev.divvy.distributor.NameLists;
import dev.divvy.distributor.Namespaces;
import java.util.List;
import java.util.Optional;

/** What a list is of. */
enum Kind {
    UNITS {
        @Override
        String namespace(Namespaces names) {
            return names.units();
        }

        @Override
        Optional<String> wrong(String namespace, List<String> names) {
            return NameChecks.message(NameLists.refusedUnits(namespace, names));
        }
    },

    SERVICES {
        @Override
        String namespace(Namespaces names) {
            return names.services().get(0);
        }

        @Override
        Optional<String> wrong(String namespace, List<String> names) {
            return NameChecks.message(NameLists.refusedServices(namespace, names));
        }
    };

    /** The list that is meant when none is named. */
    abstract String namespace(Namespaces names);

    /** What is wrong with names that shall be added, if anything is. */
    abstract Optional<String> wrong(String namespace, List<String> names);
}
