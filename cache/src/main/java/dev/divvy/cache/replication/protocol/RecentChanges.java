package dev.divvy.cache.replication.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The last changes of a token, in order and across tenures, without a gap: those that some complete replica may lack. A replica that took
 * over needs them to bring the others up to date.
 *
 * @param <C> a change, as a value
 */
public final class RecentChanges<C> {

    /** A change, and the position to which it leads. */
    public record Item<C>(Position position, C change) {}

    /**
     * The changes after a position, as a value that can be sent.
     *
     * @param start the position after which every change is here
     */
    public record Tail<C>(Position start, List<Item<C>> items) {

        public Tail {
            items = List.copyOf(items);
        }

        static <C> Tail<C> emptyAt(Position start) {
            return new Tail<>(start, List.of());
        }
    }

    private final Deque<Item<C>> items = new ArrayDeque<>(1);
    private Position start = Position.NONE;

    Position start() {
        return start;
    }

    int size() {
        return items.size();
    }

    void add(Position position, C change) {
        items.add(new Item<>(position, change));
    }

    /** Replaces everything by the changes of another replica. */
    void replaceBy(Tail<C> tail) {
        items.clear();
        items.addAll(tail.items());
        start = tail.start();
    }

    Tail<C> all() {
        return new Tail<>(start, List.copyOf(items));
    }

    /** Returns the changes after a position; empty when some of them are no longer here. */
    Optional<List<Item<C>>> after(Position position) {
        if (position.compareTo(start) < 0) {
            return Optional.empty();
        }
        if (items.isEmpty()) {
            return Optional.of(List.of());
        }
        List<Item<C>> after = new ArrayList<>();
        for (Item<C> item : items) {
            if (item.position().compareTo(position) > 0) {
                after.add(item);
            }
        }
        return Optional.of(after);
    }

    /** Discards the changes up to a position, which every complete replica has. */
    void discardUpTo(Position position) {
        while (!items.isEmpty() && items.getFirst().position().compareTo(position) <= 0) {
            items.removeFirst();
        }
        if (position.compareTo(start) > 0) {
            start = position;
        }
    }
}
