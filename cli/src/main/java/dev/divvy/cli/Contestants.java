package dev.divvy.cli;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Allocators;
import dev.divvy.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The allocators that the lab compares, Divvy's own first. */
final class Contestants implements Iterable<String> {

    private static final List<String> OURS = List.of("sticky", "sticky-former", "stable");

    static List<String> names() {
        Set<String> names = new LinkedHashSet<>(OURS);
        names.retainAll(Allocators.names());
        names.addAll(Allocators.names());
        return List.copyOf(names);
    }

    /** The allocators of these names, each once, in the order asked for; all of them when none is named. */
    static List<Allocator> chosen(List<String> asked) {
        List<Allocator> chosen = new ArrayList<>();
        for (String name : new LinkedHashSet<>(asked.isEmpty() ? names() : asked)) {
            if (!Allocators.names().contains(name)) {
                throw Failure.wrongUsage(
                        "there is no allocator '" + name + "'; choose from " + String.join(", ", names()));
            }
            chosen.add(Allocators.byName(name));
        }
        return chosen;
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }
}
