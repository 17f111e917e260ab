package dev.divvy.distributor.scenario;

import dev.divvy.testservers.TestProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who had which unit from when to when, as the services said: two that had one at once are a fault. */
final class Turns {

    /** From gaining to losing; one who was killed lost all at that moment. */
    private record Turn(String service, String unit, long from, long to) {}

    private final List<Turn> turns = new ArrayList<>();

    /**
     * Adds what a service said; what it had at the end it has until then. While it stood still it did nothing, and what it does before it
     * finds out is for its fence to refuse: so what it had when it was stopped it had until that moment.
     */
    void add(TestProcess service, long end, long stopped) {
        Map<String, Long> since = new HashMap<>();
        service.said("").forEach(line -> {
            String[] words = line.split(" ", 4);
            if (words[0].equals("GAINED")) {
                since.put(words[3], Long.parseLong(words[1]));
            } else if (words[0].equals("LOST") && since.containsKey(words[3])) {
                turns.add(turn(service, words[3], since.remove(words[3]), Long.parseLong(words[1]), stopped));
            }
        });
        since.forEach((unit, from) -> turns.add(turn(service, unit, from, end, stopped)));
    }

    private static Turn turn(TestProcess service, String unit, long from, long to, long stopped) {
        boolean within = stopped - from > 0 && to - stopped > 0;
        return new Turn(service.name(), unit, from, within ? stopped : to);
    }

    int count() {
        return turns.size();
    }

    List<String> overlaps() {
        List<String> overlaps = new ArrayList<>();
        turns.sort(Comparator.comparing(Turn::unit).thenComparing(Turn::from));
        for (int i = 1; i < turns.size(); i++) {
            Turn before = turns.get(i - 1);
            Turn after = turns.get(i);
            if (before.unit().equals(after.unit()) && after.from() - before.to() < 0) {
                overlaps.add(after.unit() + ": " + before.service() + " had it when " + after.service()
                        + " took it up, " + (before.to() - after.from()) / 1_000_000 + " ms too early");
            }
        }
        return overlaps;
    }
}
