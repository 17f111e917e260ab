package dev.divvy.distributor;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
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
        private int denyAtMost = 30;
        private int returnAfter = 2;
        private OptionalInt movesPerMinute = OptionalInt.empty();
        private Optional<Duration> forgetAfter = Optional.of(Duration.ofMinutes(10));

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
        if (denyAtMost() < 1 || denyAtMost() > 100) {
            throw new IllegalArgumentException("deny at most " + denyAtMost() + " must be a percentage from 1 to 100");
        }
        if (returnAfter() < 1) {
            throw new IllegalArgumentException("return after " + returnAfter() + " must be at least 1");
        }
        movesPerMinute().ifPresent(units -> {
            if (units < 1) {
                throw new IllegalArgumentException("moves per minute " + units + " must be at least 1");
            }
        });
        forgetAfter().ifPresent(time -> Durations.positive("forget after", time));
    }

    /**
     * Returns the defaults: the default namespaces, a poll every second, the stable strategy, a denial after one failed ping unless more than
     * 30 % of the services fail at once, a return after two answers, no limit of moves, and services forgotten after ten minutes.
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

    /**
     * Sets the share of the live services, in percent, that may be denied at once; one service always may. While more of them fail, three times
     * as many failures are needed, because the cause is rather the network or this machine.
     */
    public DistributorSettings withDenyAtMost(int percent) {
        return with(next -> next.denyAtMost = percent);
    }

    /** Sets the number of consecutive answers after which a denied service takes part again. */
    public DistributorSettings withReturnAfter(int answers) {
        return with(next -> next.returnAfter = answers);
    }

    /** Sets the number of units that may move within a minute before services wait to join or return. */
    public DistributorSettings withMovesPerMinute(int units) {
        return with(next -> next.movesPerMinute = OptionalInt.of(units));
    }

    /** Sets how long a service may be silent before it is removed from its list. */
    public DistributorSettings withForgetAfter(Duration time) {
        return with(next -> next.forgetAfter = Optional.of(time));
    }

    /** Keeps services in their lists however long they are silent. */
    public DistributorSettings withoutForgetting() {
        return with(next -> next.forgetAfter = Optional.empty());
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

    public int denyAtMost() {
        return values.denyAtMost;
    }

    public int returnAfter() {
        return values.returnAfter;
    }

    public OptionalInt movesPerMinute() {
        return values.movesPerMinute;
    }

    public Optional<Duration> forgetAfter() {
        return values.forgetAfter;
    }
}
