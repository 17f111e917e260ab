package dev.divvy.distributor.scenario;

import dev.divvy.distributor.ServiceSettings;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The intervals in which services held units, as they printed them. Two services that held a unit at once are a fault. */
final class WorkIntervals {

    /** From gaining to losing a unit; a killed service lost all units at that time. */
    private record Interval(String service, String unit, long from, long to) {}

    /** The times at which a pause was requested and at which it had begun; for a service that was never paused, the end of the test. */
    record Pause(long requested, long begun) {}

    /** The time in which a service that was not paused on purpose did nothing, because the machine was busy. */
    private record Stall(String service, long from, long to) {}

    /** The default grace time. */
    private static final Duration GRACE = ServiceSettings.at("127.0.0.1", 0).grace();

    /** The time after a stall in which all threads of the process run again. */
    private static final Duration RECOVERY = Duration.ofMillis(500);

    private final List<Interval> intervals = new ArrayList<>();
    private final List<Stall> stalls = new ArrayList<>();

    /**
     * Adds the intervals that a service printed; units that it held last count until {@code end}. A paused service did nothing, and its
     * work right after the pause is for the fence to reject: so units that it held when it was paused count until that time.
     */
    void add(TestProcess service, long end, Pause pause) {
        Map<String, Long> since = new HashMap<>();
        service.output("").forEach(line -> {
            String[] words = line.split(" ", 4);
            if (words[0].equals("GAINED")) {
                since.put(words[3], Long.parseLong(words[1]));
            } else if (words[0].equals("LOST") && since.containsKey(words[3])) {
                intervals.add(interval(
                        service, words[3], since.remove(words[3]), Long.parseLong(words[1]), pause.requested()));
            } else if (words[0].equals("PAUSED")) {
                addStall(new Stall(service.name(), Long.parseLong(words[1]), Long.parseLong(words[2])), pause);
            }
        });
        since.forEach((unit, from) -> intervals.add(interval(service, unit, from, end, pause.requested())));
    }

    /** Ignores the pause on purpose, which is no excuse. */
    private void addStall(Stall stall, Pause pause) {
        if (pause.begun() - stall.from() < 0 || stall.to() - pause.begun() < 0) {
            stalls.add(stall);
        }
    }

    private static Interval interval(TestProcess service, String unit, long from, long to, long paused) {
        boolean within = paused - from > 0 && to - paused > 0;
        return new Interval(service.name(), unit, from, within ? paused : to);
    }

    int count() {
        return intervals.size();
    }

    private boolean stalled(String service, Duration before, long moment) {
        return stalls.stream()
                .anyMatch(stall -> stall.service().equals(service)
                        && stall.from() - moment < 0
                        && stall.to() - (moment - before.toNanos()) > 0);
    }

    /**
     * Returns the units that two services held at once, unless the machine stalled: a service that stalls in the grace time cannot release
     * in time, and one that stalls while it takes a unit up prints that too late. Both are for a fence to reject.
     */
    List<String> overlaps() {
        List<String> overlaps = new ArrayList<>();
        intervals.sort(Comparator.comparing(Interval::unit).thenComparing(Interval::from));
        for (int i = 1; i < intervals.size(); i++) {
            Interval before = intervals.get(i - 1);
            Interval after = intervals.get(i);
            if (before.unit().equals(after.unit())
                    && after.from() - before.to() < 0
                    && !stalled(before.service(), GRACE, after.from())
                    && !stalled(after.service(), RECOVERY, after.from())) {
                overlaps.add(after.unit() + ": " + before.service() + " held it when " + after.service()
                        + " took it up, " + (before.to() - after.from()) / 1_000_000 + " ms too early");
            }
        }
        return overlaps;
    }
}
