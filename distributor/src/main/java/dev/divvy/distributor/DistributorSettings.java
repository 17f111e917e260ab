package dev.divvy.distributor;

import dev.divvy.allocation.support.Names;
import dev.divvy.distributor.ping.PingSettings;
import dev.divvy.distributor.table.Planning;
import dev.divvy.distributor.table.Strategy;
import java.time.Duration;

/**
 * How one instance works. All instances of one table should have the same, but for their names.
 *
 * @param instance the name of this instance; no two may have the same
 * @param pollInterval how often lists are read and services pinged
 * @param pingFailures how many failed pings in a row make a denial
 */
public record DistributorSettings(
        String instance,
        Namespaces namespaces,
        Planning planning,
        Duration pollInterval,
        PingSettings ping,
        int pingFailures) {

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    public DistributorSettings {
        Names.check("the name of the instance", instance, Names.LONGEST);
        if (pollInterval.compareTo(SHORTEST) < 0 || pollInterval.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "poll interval " + pollInterval.toMillis() + " ms must be between 10 ms and a day");
        }
        if (pingFailures < 1) {
            throw new IllegalArgumentException("ping failures " + pingFailures + " must be at least 1");
        }
    }

    /** The usual: the original's names and times, the stable strategy, one failed ping is a denial. */
    public static DistributorSettings of(String instance) {
        return new DistributorSettings(
                instance,
                Namespaces.DEFAULT,
                new Planning(Strategy.STABLE, false),
                Duration.ofSeconds(1),
                PingSettings.DEFAULT,
                1);
    }

    public DistributorSettings with(Namespaces next) {
        return new DistributorSettings(instance, next, planning, pollInterval, ping, pingFailures);
    }

    public DistributorSettings with(Planning next) {
        return new DistributorSettings(instance, namespaces, next, pollInterval, ping, pingFailures);
    }

    public DistributorSettings with(PingSettings next) {
        return new DistributorSettings(instance, namespaces, planning, pollInterval, next, pingFailures);
    }

    public DistributorSettings withPollInterval(Duration next) {
        return new DistributorSettings(instance, namespaces, planning, next, ping, pingFailures);
    }

    public DistributorSettings withPingFailures(int next) {
        return new DistributorSettings(instance, namespaces, planning, pollInterval, ping, next);
    }
}
