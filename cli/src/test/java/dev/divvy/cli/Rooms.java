package dev.divvy.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which room may use which: the drawing in the design, as a table. A room is the package right below the root. */
final class Rooms {

    private static final String EVERY_ROOM = "*";

    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("allocation", Set.of()),
            Map.entry("coordination", Set.of("allocation")),
            Map.entry("boardsql", Set.of("coordination", "allocation")),
            Map.entry("boardredis", Set.of("coordination", "allocation")),
            Map.entry("boardpeers", Set.of("coordination", "allocation")),
            Map.entry("cache", Set.of("boardpeers", "coordination", "allocation")),
            Map.entry("outbox", Set.of("boardsql", "coordination", "allocation")),
            Map.entry("distributor", Set.of("boardredis", "boardsql", "coordination", "allocation")),
            Map.entry("console", Set.of("coordination", "allocation")),
            Map.entry("testkit", Set.of("coordination", "allocation")),
            Map.entry("testservers", Set.of()),
            Map.entry("bench", Set.of(EVERY_ROOM)),
            Map.entry("cli", Set.of(EVERY_ROOM)));

    private final String root;

    /** Rooms below this package. */
    Rooms(String root) {
        this.root = root + ".";
    }

    /** Every use of a room that may not be used, and every room that is not in the table; one line each. */
    List<String> violations(JavaClasses classes) {
        List<String> violations = new ArrayList<>();
        for (JavaClass origin : classes) {
            roomOf(origin).ifPresent(room -> violations.addAll(violations(origin, room)));
        }
        return violations.stream().sorted().toList();
    }

    private List<String> violations(JavaClass origin, String room) {
        Set<String> allowed = MAY_USE.get(room);
        if (allowed == null) {
            return List.of(origin.getName() + " is in the room " + room + ", which is not in the table of rooms");
        }
        return origin.getDirectDependenciesFromSelf().stream()
                .filter(dependency -> roomOf(dependency.getTargetClass())
                        .filter(used -> !used.equals(room) && !allowed.contains(used) && !allowed.contains(EVERY_ROOM))
                        .isPresent())
                .map(dependency -> room + " may not use: " + dependency.getDescription())
                .toList();
    }

    private Optional<String> roomOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName() + ".";
        return name.startsWith(root)
                ? Optional.of(name.substring(root.length(), name.indexOf('.', root.length())))
                : Optional.empty();
    }
}
