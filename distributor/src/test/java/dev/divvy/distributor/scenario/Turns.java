package dev.divvy.distributor.scenario;

import dev.divvy.distributor.ServiceSettings;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who had which unit from when to when, as the services said: two that had one at once are a fault. */
final class Turns {

    /** From gaining to losing; one who was killed lost all at that moment. */
    private record Turn(String service, String unit, long from, long to) {}

    /** When a service was told to stop, and when it surely had; a service that never was is as one that is stopped at last. */
    record Stop(long told, long done) {}

    /** A service that nobody stopped did nothing from then to then: the machine was busy. */
    private record Still(String service, long from, long to) {}

    /** How long services wait for each other, as is usual. */
    private static final Duration GRACE = ServiceSettings.at("127.0.0.1", 0).grace();

    /** In which all threads of a process that stood still are at work again. */
    private static final Duration WAKING = Duration.ofMillis(500);

    private final List<Turn> turns = new ArrayList<>();
    private final List<Still> still = new ArrayList<>();

    /**
     * Adds what a service said; what it had at the end it has until then. While it stood still it did nothing, and what it does before it
     * finds out is for its fence to refuse: so what it had when it was stopped it had until that moment.
     */
    void add(TestProcess service, long end, Stop stop) {
        Map<String, Long> since = new HashMap<>();
        service.said("").forEach(line -> {
            String[] words = line.split(" ", 4);
            if (words[0].equals("GAINED")) {
                since.put(words[3], Long.parseLong(words[1]));
            } else if (words[0].equals("LOST") && since.containsKey(words[3])) {
                turns.add(turn(service, words[3], since.remove(words[3]), Long.parseLong(words[1]), stop.told()));
            } else if (words[0].equals("STILL")) {
                addStill(new Still(service.name(), Long.parseLong(words[1]), Long.parseLong(words[2])), stop);
            }
        });
        since.forEach((unit, from) -> turns.add(turn(service, unit, from, end, stop.told())));
    }

    /** What was done to it on purpose excuses nothing. */
    private void addStill(Still one, Stop stop) {
        if (stop.done() - one.from() < 0 || one.to() - stop.done() < 0) {
            still.add(one);
        }
    }

    private static Turn turn(TestProcess service, String unit, long from, long to, long stopped) {
        boolean within = stopped - from > 0 && to - stopped > 0;
        return new Turn(service.name(), unit, from, within ? stopped : to);
    }

    int count() {
        return turns.size();
    }

    private boolean stoodStill(String service, Duration before, long moment) {
        return still.stream()
                .anyMatch(one -> one.service().equals(service)
                        && one.from() - moment < 0
                        && one.to() - (moment - before.toNanos()) > 0);
    }

    /**
     * Two who had a unit at once. Not where the machine was to blame: who stands still in the grace time cannot let go in it, and who does
     * while it takes something up says so too late; both are for a fence to refuse.
     */
    List<String> overlaps() {
        List<String> overlaps = new ArrayList<>();
        turns.sort(Comparator.comparing(Turn::unit).thenComparing(Turn::from));
        for (int i = 1; i < turns.size(); i++) {
            Turn before = turns.get(i - 1);
            Turn after = turns.get(i);
            if (before.unit().equals(after.unit())
                    && after.from() - before.to() < 0
                    && !stoodStill(before.service(), GRACE, after.from())
                    && !stoodStill(after.service(), WAKING, after.from())) {
                overlaps.add(after.unit() + ": " + before.service() + " had it when " + after.service()
                        + " took it up, " + (before.to() - after.from()) / 1_000_000 + " ms too early");
            }
        }
        return overlaps;
    }
}
