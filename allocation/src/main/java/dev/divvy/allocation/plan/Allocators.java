package dev.divvy.allocation.plan;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.classic.HashRing;
import dev.divvy.allocation.classic.Modulo;
import dev.divvy.allocation.classic.Rendezvous;
import dev.divvy.allocation.classic.Ring;
import dev.divvy.allocation.classic.TokenChunks;
import dev.divvy.allocation.classic.WholeShares;
import dev.divvy.allocation.stable.Stable;
import dev.divvy.allocation.sticky.Sticky;
import java.util.List;

/** The allocators by name, for command lines and configuration. */
public final class Allocators {

    // The default first, then grouped by purpose; users see them in this order.
    private static final List<Allocator> ALL = List.of(
            new Sticky(Sticky.Policy.RUNS),
            new Sticky(Sticky.Policy.FORMER_OWNER),
            new Stable(),
            new Ring(),
            new WholeShares(),
            new TokenChunks(),
            new Modulo(),
            new HashRing(),
            new Rendezvous());

    private Allocators() {}

    public static List<Allocator> all() {
        return ALL;
    }

    public static List<String> names() {
        return ALL.stream().map(Allocator::name).toList();
    }

    /**
     * Returns the allocator of this name.
     *
     * @throws IllegalArgumentException when there is none; the message lists the names
     */
    public static Allocator byName(String name) {
        return ALL.stream()
                .filter(allocator -> allocator.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no allocator \"" + name + "\"; choose one of " + String.join(", ", names())));
    }
}
