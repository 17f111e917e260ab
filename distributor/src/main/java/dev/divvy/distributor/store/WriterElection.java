package dev.divvy.distributor.store;

import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Timing;
import java.time.Duration;

/** Elects the instance that writes: a group that divides a single unit. */
public final class WriterElection {

    /** Shorter than the default: a takeover also needs a round of pings, and all of it has to finish within five seconds. */
    public static final Timing TIMING =
            Timing.of(Duration.ofMillis(500), Duration.ofMillis(2500)).withSettle(Duration.ofMillis(100));

    /** The only unit of the group; its owner writes the table. */
    public static final String PIECE = "writer";

    public static final Group GROUP = Group.of("distributor", Units.of(PIECE)).with(TIMING);

    private WriterElection() {}
}
