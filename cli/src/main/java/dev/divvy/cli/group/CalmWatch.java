package dev.divvy.cli.group;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks at a group, again and again where one look cannot tell whether it is calm. */
final class CalmWatch {

    private static final Duration APART = Duration.ofMillis(200);

    private final GroupReader group;
    private final StopSignal stop;
    private final Heartbeats heartbeats = new Heartbeats();
    private final long began = System.nanoTime();

    CalmWatch(GroupReader group, StopSignal stop) {
        this.group = group;
        this.stop = stop;
    }

    /**
     * Returns the group as a node sees it, or as a board shows it when every member was seen alive or is silent: in a healthy group that
     * is one heartbeat, otherwise as long as a member may be silent.
     */
    WatchedGroup once() {
        return until(
                seen -> seen.look().calm().isPresent()
                        || seen.unheard().size() == seen.silent().size(),
                Heartbeats.LONGEST.multipliedBy(2));
    }

    /** Returns the group when it is calm, or as it is after this time. */
    WatchedGroup untilCalm(Duration timeout) {
        return until(WatchedGroup::calm, timeout);
    }

    /** The first look must not fail. A later one that fails is repeated like any other, and is a failure if it is the last. */
    private WatchedGroup until(Predicate<WatchedGroup> enough, Duration limit) {
        WatchedGroup seen = look();
        Optional<Failure> failure = Optional.empty();
        while ((failure.isPresent() || !enough.test(seen))
                && System.nanoTime() - began < limit.toNanos()
                && !stop.await(APART)) {
            try {
                seen = look();
                failure = Optional.empty();
            } catch (Failure e) {
                failure = Optional.of(e);
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        return seen;
    }

    private WatchedGroup look() {
        GroupLook look = group.look();
        if (look.calm().isPresent()) {
            return new WatchedGroup(look, look.calm().get(), List.of(), List.of());
        }
        heartbeats.look(look.cards(), System.nanoTime());
        boolean calm = look.status().boardCalm() && heartbeats.unheard().isEmpty();
        return new WatchedGroup(look.withBeats(heartbeats::age), calm, heartbeats.silent(), heartbeats.unheard());
    }
}
