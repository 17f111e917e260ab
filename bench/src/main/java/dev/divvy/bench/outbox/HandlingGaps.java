package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Records the time and the processor of every handled event, and finds the longest gaps. */
final class HandlingGaps {

    private record Handled(String processor, long nanoTime) {}

    /** By entity. The events of one entity come in order, from one thread at a time. */
    private final Map<String, List<Handled>> events = new ConcurrentHashMap<>();

    void handled(String processor, String entity) {
        events.compute(entity, (key, before) -> {
            List<Handled> list = before == null ? new ArrayList<>() : before;
            list.add(new Handled(processor, System.nanoTime()));
            return list;
        });
    }

    /**
     * Returns, per entity, the longest time without a handled event in this interval, in milliseconds.
     *
     * @param moved whether to select the entities that changed their processor, or those that did not
     */
    Samples longest(long from, long to, boolean moved) {
        List<Double> gaps = new ArrayList<>();
        for (String entity : events.keySet()) {
            List<Handled> inside = inside(entity, from, to);
            boolean changed = inside.stream().map(Handled::processor).distinct().count() > 1;
            if (changed == moved && inside.size() > 1) {
                gaps.add(longest(inside));
            }
        }
        return Samples.of(gaps);
    }

    private List<Handled> inside(String entity, long from, long to) {
        List<Handled> inside = new ArrayList<>();
        events.computeIfPresent(entity, (key, list) -> {
            list.stream()
                    .filter(event -> event.nanoTime() - from >= 0 && event.nanoTime() - to <= 0)
                    .forEach(inside::add);
            return list;
        });
        return inside;
    }

    private static double longest(List<Handled> inside) {
        long longest = 0;
        for (int i = 1; i < inside.size(); i++) {
            longest = Math.max(
                    longest, inside.get(i).nanoTime() - inside.get(i - 1).nanoTime());
        }
        return Timing.millis(longest);
    }
}
