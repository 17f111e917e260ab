package dev.divvy.testkit.simulation;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Natural mistakes in this protocol, to be planted so that everyone sees that the simulator finds them. The code under test knows
 * nothing of them: each is a lie told to it or by it from outside, or a board that does not do its duty.
 */
public enum PlantedBug {
    GRANT_WITHOUT_WAITING(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    LEASE_FROM_THE_ANSWER(Violation.TWO_HOLDERS),
    ACKNOWLEDGE_BEFORE_LETTING_GO(Violation.STALE_EFFECT_ACCEPTED, Violation.GAINED_WHILE_LETTING_GO),
    ACKNOWLEDGE_A_SKIPPED_EPOCH(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    GAIN_AFTER_THE_DEADLINE(Violation.GAINED_AFTER_DEADLINE),
    INCARNATION_REUSED(Violation.INCARNATION_RETURNED),
    PULSE_REVIVES_THE_EJECTED(Violation.INCARNATION_RETURNED),
    LATE_JOIN_AFTER_REMOVAL(Violation.INCARNATION_RETURNED),
    ROSTER_BY_ID(Violation.STALE_EFFECT_ACCEPTED),
    ONLY_THE_LAST_OWNER_RELEASES(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    NO_MARGIN(Violation.TWO_HOLDERS),
    CARDS_BEFORE_ALLOCATION(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED, Violation.ALLOCATION_FAULT),
    OLD_SIGHTING_APPLIED(Violation.EPOCH_WENT_BACK),
    PUBLISH_WITHOUT_COMPARING(Violation.EPOCH_MINTED_TWICE, Violation.EPOCH_WENT_BACK),
    WITHDRAW_WHILE_HOLDING(Violation.TWO_HOLDERS, Violation.STALE_EFFECT_ACCEPTED),
    EJECTION_BY_WALL_CLOCK(Violation.TWO_HOLDERS),
    FENCE_CHECKS_ONLY_THE_INCARNATION(Violation.STALE_EFFECT_ACCEPTED),
    OUTWARD_FENCE_NOT_SHOWN(Violation.STALE_EFFECT_ACCEPTED),
    ORIGIN_NOT_COMPARED(Violation.GAINED_WHILE_QUIET),
    /** What came ahead is not passed on when the piece is lost before it was gained. */
    AHEAD_NOT_PASSED_ON(Violation.LEFT_BEHIND),
    /** What comes ahead is taken in for a tenure that this member does not know of, or knows to be over. */
    AHEAD_TAKEN_UNAWARE(Violation.LEFT_BEHIND);

    /** Members come and change what they own between two moments of a pulse, and nobody hears of it. */
    private static final Set<InjectedFault> COMINGS_AND_GOINGS = Collections.unmodifiableSet(EnumSet.of(
            InjectedFault.BOARD_SLOW,
            InjectedFault.PUSH_LOST,
            InjectedFault.CRASH,
            InjectedFault.PLANNED_LEAVE,
            InjectedFault.NEW_MEMBER,
            InjectedFault.PIN,
            InjectedFault.WEIGHT));

    @SuppressWarnings("ImmutableEnumChecker") // it is wrapped and never written
    private final Set<Violation> unmaskedBy;

    PlantedBug(Violation first, Violation... others) {
        this.unmaskedBy = Collections.unmodifiableSet(EnumSet.of(first, others));
    }

    /** A scenario whose storms bring this mistake to light soon; the mistake is planted in it. */
    public Scenario scenario() {
        Scenario all = Scenario.STANDARD.withLength(Duration.ofMinutes(3)).withMistake(this);
        return switch (this) {
            case CARDS_BEFORE_ALLOCATION -> all.withTroubles(COMINGS_AND_GOINGS);
            case AHEAD_NOT_PASSED_ON, AHEAD_TAKEN_UNAWARE -> all.withoutForgetting();
            default -> all;
        };
    }

    /** The broken promises that show this mistake; others may break as well. */
    public Set<Violation> unmaskedBy() {
        return unmaskedBy;
    }
}
