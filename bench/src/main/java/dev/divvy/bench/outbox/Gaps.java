package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** When events of each entity were handled, and by whom. */
final class Gaps {

    private record Handled(String processor, long nanoTime) {}

    /** The events of one entity come in order, from one thread at a time. */
    private final Map<String, List<Handled>> all = new ConcurrentHashMap<>();

    void handled(String processor, String entity) {
        all.compute(entity, (key, before) -> {
            List<Handled> list = before == null ? new ArrayList<>() : before;
            list.add(new Handled(processor, System.nanoTime()));
            return list;
        });
    }

    /** The longest time without a handled event between these moments, in milliseconds, of entities that changed hands or did not. */
    Spread longest(long from, long to, boolean moved) {
        List<Double> gaps = new ArrayList<>();
        for (String entity : all.keySet()) {
            List<Handled> inside = inside(entity, from, to);
            boolean changed = inside.stream().map(Handled::processor).distinct().count() > 1;
            if (changed == moved && inside.size() > 1) {
                gaps.add(longest(inside));
            }
        }
        return Spread.of(gaps);
    }

    private List<Handled> inside(String entity, long from, long to) {
        List<Handled> inside = new ArrayList<>();
        all.computeIfPresent(entity, (key, list) -> {
            list.stream()
                    .filter(one -> one.nanoTime() - from >= 0 && one.nanoTime() - to <= 0)
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
        return Moments.millis(longest);
    }
}
