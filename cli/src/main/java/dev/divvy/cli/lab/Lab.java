package dev.divvy.cli.lab;

import dev.divvy.allocation.allocator.Allocator;
import java.util.List;

/** Runs every allocator on the same events. */
final class Lab {

    /** Gets the progress after each event of each allocator, and of the bounds, which come first. */
    public interface Progress {
        void at(String allocator, int event);
    }

    private Lab() {}

    /** Returns the results in the order of the allocators. */
    public static List<AllocatorResult> run(LabSettings settings, List<Allocator> allocators, Progress progress) {
        int[] bounds = Bounds.of(settings, event -> progress.at("bound", event));
        return allocators.stream()
                .map(allocator ->
                        AllocatorTrial.of(settings, allocator, bounds, event -> progress.at(allocator.name(), event)))
                .toList();
    }
}
