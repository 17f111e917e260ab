package dev.divvy.cli.lab;

import dev.divvy.allocation.allocator.Allocator;
import java.util.ArrayList;
import java.util.List;

/** Every allocator on the same events. */
final class Lab {

    /** Told how far the experiment is, after each event of each allocator, and of the bound before them. */
    public interface Progress {
        void at(String allocator, int event);
    }

    private Lab() {}

    /** The outcomes in the order of the allocators. */
    public static List<Outcome> run(Setup setup, List<Allocator> allocators, Progress progress) {
        int[] bounds = Bounds.of(setup, event -> progress.at("bound", event));
        List<Outcome> outcomes = new ArrayList<>();
        for (Allocator allocator : allocators) {
            outcomes.add(Trial.of(setup, allocator, bounds, event -> progress.at(allocator.name(), event)));
        }
        return outcomes;
    }
}
