package dev.divvy.testkit.simulation;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Plausible bugs of an implementation of this protocol, which can be planted to show that the simulator finds them. The code under test has
 * no hooks for them: each bug changes the messages to or from it, or makes the board break its contract.
 */
public enum PlantedBug {
    /** A new owner does not wait for the former owners. */
    GRANT_WITHOUT_WAITING(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    /** The lease starts when the reply arrives, not when the pulse was sent. */
    LEASE_COUNTED_FROM_REPLY(Violation.TWO_HOLDERS),
    /** A loss is acknowledged while work on the piece is still running. */
    ACKNOWLEDGE_BEFORE_RELEASE(Violation.STALE_EFFECT_ACCEPTED, Violation.GAINED_WHILE_RELEASING),
    /** A member acknowledges the epoch before the one that it knows, although it is still releasing pieces. */
    ACKNOWLEDGE_SKIPPED_EPOCH(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    /** A member gains pieces by a reply that arrives after the end of its lease. */
    GAIN_AFTER_DEADLINE(Violation.GAINED_AFTER_DEADLINE),
    /** A member always joins with the same incarnation, and the board admits it. */
    INCARNATION_REUSED(Violation.INCARNATION_RETURNED),
    /** A pulse recreates a card that was removed. */
    PULSE_REVIVES_EJECTED_MEMBER(Violation.INCARNATION_RETURNED),
    /** The board admits an incarnation that was removed before. */
    LATE_JOIN_AFTER_REMOVAL(Violation.INCARNATION_RETURNED),
    /** Members are identified by their id alone, whatever their incarnation. */
    ROSTER_MATCHED_BY_ID(Violation.STALE_EFFECT_ACCEPTED),
    /** A piece waits only for its last owner, not for earlier ones. */
    ONLY_LAST_OWNER_RELEASES(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    /** The lease is not shortened by the safety margin. */
    LEASE_WITHOUT_MARGIN(Violation.TWO_HOLDERS),
    /** The board reads the cards of a pulse before the allocation. */
    CARDS_READ_BEFORE_ALLOCATION(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED, Violation.INVALID_ALLOCATION),
    /** A late reply is applied as if it belonged to the newest pulse. */
    OLD_SNAPSHOT_APPLIED(Violation.EPOCH_DECREASED),
    /** The board accepts a publication without comparing the version that it is based on. */
    PUBLISH_WITHOUT_COMPARE(Violation.EPOCH_PUBLISHED_TWICE, Violation.EPOCH_DECREASED),
    /** A leaving member removes its card while its work goes on. */
    LEAVE_WHILE_HOLDING(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    /** The board ejects members by its wall clock. */
    EJECTION_BY_WALL_CLOCK(Violation.TWO_HOLDERS),
    /** An internal effect on a released piece is accepted because its incarnation is still on the board. */
    FENCE_CHECKS_ONLY_INCARNATION(Violation.STALE_EFFECT_ACCEPTED),
    /** A new holder starts to work without showing its fence to the resource. */
    EXTERNAL_FENCE_NOT_SHOWN(Violation.STALE_EFFECT_ACCEPTED),
    /** A member does not notice that the board has lost its memory. */
    ORIGIN_NOT_COMPARED(Violation.GAINED_IN_QUIET_PERIOD);

    /** Members join, leave and move pieces between the steps of a pulse, and hints about it are lost. */
    private static final Set<InjectedFault> MEMBERSHIP_CHANGES = Collections.unmodifiableSet(EnumSet.of(
            InjectedFault.BOARD_SLOW,
            InjectedFault.PUSH_LOST,
            InjectedFault.CRASH,
            InjectedFault.PLANNED_LEAVE,
            InjectedFault.NEW_MEMBER,
            InjectedFault.PIN,
            InjectedFault.WEIGHT_CHANGE));

    @SuppressWarnings("ImmutableEnumChecker") // wrapped and never modified
    private final Set<Violation> revealedBy;

    PlantedBug(Violation first, Violation... others) {
        this.revealedBy = Collections.unmodifiableSet(EnumSet.of(first, others));
    }

    /** Returns a scenario, with this bug planted, whose faults reveal it soon. */
    public Scenario scenario() {
        Scenario all = Scenario.STANDARD.withLength(Duration.ofMinutes(3)).withBug(this);
        return this == CARDS_READ_BEFORE_ALLOCATION ? all.withFaults(MEMBERSHIP_CHANGES) : all;
    }

    /** The violations that reveal this bug; others may occur as well. */
    public Set<Violation> revealedBy() {
        return revealedBy;
    }
}
