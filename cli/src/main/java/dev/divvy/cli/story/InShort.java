package dev.divvy.cli.story;

import dev.divvy.allocation.plan.Allocators;
import java.util.List;
import java.util.function.UnaryOperator;

/** The end of the story: one life of the cluster under each of the three, added up. */
final class InShort {

    private static final List<UnaryOperator<SeedCache>> LIFE =
            List.of(cache -> cache.kill(2), cache -> cache.start(2), cache -> cache.start(6));

    private InShort() {}

    static List<String> tell(List<String> keys, int tokens) {
        return List.of(
                "In short: node 2 dies, comes back, a sixth is added, and each time the cache is filled again.",
                "             keys that changed node   gets that found nothing   useless entries at the end",
                line("modulo", SeedCache.ofKeys(Allocators.byName("modulo"), keys)),
                line("apothik", SeedCache.ofTokens(Allocators.byName("apothik"), keys, tokens)),
                line("sticky", SeedCache.handingOver(Allocators.byName("sticky"), keys, tokens)));
    }

    private static String line(String allocator, SeedCache cache) {
        cache.fill();
        int changed = 0;
        int missing = 0;
        for (UnaryOperator<SeedCache> step : LIFE) {
            Stock stock = step.apply(cache).stock();
            changed += stock.changed();
            missing += stock.missing();
            cache.fill();
        }
        return String.format(
                "  %-9s%24d%26d%29d", allocator, changed, missing, cache.stock().useless());
    }
}
