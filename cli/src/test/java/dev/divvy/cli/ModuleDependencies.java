package dev.divvy.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The modules that each module may use, as a table. A module is the package directly below the root package. */
final class ModuleDependencies {

    private static final String EVERY_MODULE = "*";

    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("allocation", Set.of()),
            Map.entry("coordination", Set.of("allocation")),
            Map.entry("boardsql", Set.of("coordination", "allocation")),
            Map.entry("boardredis", Set.of("coordination", "allocation")),
            Map.entry("boardpeers", Set.of("coordination", "allocation")),
            Map.entry("cache", Set.of("boardpeers", "coordination", "allocation")),
            Map.entry("outbox", Set.of("boardsql", "coordination", "allocation")),
            Map.entry("kafka", Set.of("outbox")),
            Map.entry("distributor", Set.of("boardredis", "boardsql", "coordination", "allocation")),
            Map.entry("spring", Set.of("outbox", "kafka", "coordination", "allocation")),
            Map.entry("console", Set.of("coordination", "allocation")),
            Map.entry("testkit", Set.of("coordination", "allocation")),
            Map.entry("testservers", Set.of()),
            Map.entry("bench", Set.of(EVERY_MODULE)),
            Map.entry("cli", Set.of(EVERY_MODULE)));

    private final String root;

    /** Checks the modules below this root package. */
    ModuleDependencies(String root) {
        this.root = root + ".";
    }

    /** Returns one line per use of a module that is not allowed, and per class of a module that is not in the table. */
    List<String> violations(JavaClasses classes) {
        List<String> violations = new ArrayList<>();
        for (JavaClass origin : classes) {
            moduleOf(origin).ifPresent(module -> violations.addAll(violations(origin, module)));
        }
        return violations.stream().sorted().toList();
    }

    private List<String> violations(JavaClass origin, String module) {
        Set<String> allowed = MAY_USE.get(module);
        if (allowed == null) {
            return List.of(origin.getName() + " is in the module " + module + ", which is not in the table of modules");
        }
        return origin.getDirectDependenciesFromSelf().stream()
                .filter(dependency -> moduleOf(dependency.getTargetClass())
                        .filter(used ->
                                !used.equals(module) && !allowed.contains(used) && !allowed.contains(EVERY_MODULE))
                        .isPresent())
                .map(dependency -> module + " may not use: " + dependency.getDescription())
                .toList();
    }

    private Optional<String> moduleOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName() + ".";
        return name.startsWith(root)
                ? Optional.of(name.substring(root.length(), name.indexOf('.', root.length())))
                : Optional.empty();
    }
}
