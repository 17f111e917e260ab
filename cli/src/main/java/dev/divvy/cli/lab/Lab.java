package dev.divvy.cli.lab;

import dev.divvy.allocation.allocator.Allocator;
import java.util.List;

/** Every allocator on the same events. */
final class Lab {

    /** Told how far the experiment is, after each event of each allocator, and of the bound before them. */
    public interface Progress {
        void at(String allocator, int event);
    }

    private Lab() {}

    /** The outcomes in the order of the allocators. */
    public static List<AllocatorResult> run(LabSettings setup, List<Allocator> allocators, Progress progress) {
        int[] bounds = Bounds.of(setup, event -> progress.at("bound", event));
        return allocators.stream()
                .map(one -> AllocatorTrial.of(setup, one, bounds, event -> progress.at(one.name(), event)))
                .toList();
    }
}
