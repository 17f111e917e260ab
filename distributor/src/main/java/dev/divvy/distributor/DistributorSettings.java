package dev.divvy.distributor;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.function.Consumer;

/** Settings of one distributor instance. All instances of one table should have the same settings, except for their names. Immutable. */
public final class DistributorSettings {

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final String instance;

    /** Not changed after construction. */
    private final Values values;

    private static final class Values implements Cloneable {
        private StoreNames namespaces = StoreNames.DEFAULT;
        private Strategy strategy = Strategy.STABLE;
        private boolean oneSet;
        private Duration pollInterval = Duration.ofSeconds(1);
        private PingSettings ping = PingSettings.defaults();
        private int pingFailures = 1;

        @Override
        protected Values clone() {
            try {
                return (Values) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private DistributorSettings(String instance, Values values) {
        this.instance = NameRules.check("the name of the instance", instance, NameRules.LONGEST);
        this.values = values;
        Durations.between("poll interval", pollInterval(), SHORTEST, LONGEST);
        if (pingFailures() < 1) {
            throw new IllegalArgumentException("ping failures " + pingFailures() + " must be at least 1");
        }
    }

    /**
     * Returns the defaults: the default namespaces, a poll every second, the stable strategy, and a denial after one failed ping.
     *
     * @param instance the name of this instance, unique among the instances of one table
     */
    public static DistributorSettings of(String instance) {
        return new DistributorSettings(instance, new Values());
    }

    private DistributorSettings with(Consumer<Values> change) {
        Values next = values.clone();
        change.accept(next);
        return new DistributorSettings(instance, next);
    }

    public DistributorSettings withNamespaces(StoreNames namespaces) {
        return with(next -> next.namespaces = namespaces);
    }

    public DistributorSettings withStrategy(Strategy strategy) {
        return with(next -> next.strategy = strategy);
    }

    /** Sets whether the services of all namespaces are one set. Otherwise each namespace divides all units among its own services. */
    public DistributorSettings withOneSet(boolean oneSet) {
        return with(next -> next.oneSet = oneSet);
    }

    /** Sets how often the lists are read and the services are pinged. */
    public DistributorSettings withPollInterval(Duration pollInterval) {
        return with(next -> next.pollInterval = pollInterval);
    }

    public DistributorSettings withPing(PingSettings ping) {
        return with(next -> next.ping = ping);
    }

    /** Sets the number of consecutive failed pings after which a service is denied. */
    public DistributorSettings withPingFailures(int pingFailures) {
        return with(next -> next.pingFailures = pingFailures);
    }

    public String instance() {
        return instance;
    }

    public StoreNames namespaces() {
        return values.namespaces;
    }

    public Strategy strategy() {
        return values.strategy;
    }

    public boolean oneSet() {
        return values.oneSet;
    }

    public Duration pollInterval() {
        return values.pollInterval;
    }

    public PingSettings ping() {
        return values.ping;
    }

    public int pingFailures() {
        return values.pingFailures;
    }
}
