package dev.divvy.cache.replication.simulation;

import dev.divvy.cache.replication.protocol.Mistake;
import dev.divvy.coordination.Timing;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.time.Duration;
import java.util.List;

/**
 * The parameters of a simulation, except for its seed.
 *
 * @param zones the number of zones; 0 if members have none
 * @param faultEvery the mean time between two faults or planned changes
 * @param breakEvery the mean time between two broken connections
 * @param commandEvery the mean time between two commands
 * @param length the time with faults; a calm time follows
 * @param timeToLive of the entries that expire; zero if there are none
 * @param evictEvery the mean time between two evictions; zero if there are none
 */
record ClusterScenario(
        int members,
        int backups,
        int tokens,
        int zones,
        Timing timing,
        Duration faultEvery,
        Duration breakEvery,
        Duration commandEvery,
        Duration length,
        Mistake mistake,
        Duration timeToLive,
        Duration evictEvery) {

    private static final Duration LENGTH = Duration.ofSeconds(40);
    private static final Duration EVICT_EVERY = Duration.ofMillis(200);
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(3);

    private static final Timing HASTY = new Timing(
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofMillis(110),
            Duration.ofMillis(50),
            Duration.ofMillis(200),
            0.05);

    static ClusterScenario of(long seed, Mistake mistake) {
        SeededRandom random = new SeededRandom(seed * 31 + 7);
        int backups = Math.floorMod(seed, 3);
        return new ClusterScenario(
                2 + backups + random.below(3),
                backups,
                random.pick(List.of(4, 8)),
                random.below(4) == 0 ? 2 + random.below(2) : 0,
                random.pick(List.of(Timing.PEERS, HASTY)),
                Duration.ofMillis(random.pick(List.of(100, 250, 600, 1500, 4000))),
                Duration.ofMillis(random.pick(List.of(8, 20, 60, 1000))),
                Duration.ofMillis(random.pick(List.of(5, 20, 60))),
                LENGTH,
                mistake,
                Duration.ZERO,
                Duration.ZERO);
    }

    /** Returns the scenario with evictions. */
    ClusterScenario withEvictions() {
        return with(timeToLive, EVICT_EVERY);
    }

    /** Returns the scenario with entries that expire, on nodes whose wall clocks differ and jump. */
    ClusterScenario withExpiry() {
        return with(TIME_TO_LIVE, evictEvery);
    }

    private ClusterScenario with(Duration nextTimeToLive, Duration nextEvictEvery) {
        return new ClusterScenario(
                members,
                backups,
                tokens,
                zones,
                timing,
                faultEvery,
                breakEvery,
                commandEvery,
                length,
                mistake,
                nextTimeToLive,
                nextEvictEvery);
    }
}
