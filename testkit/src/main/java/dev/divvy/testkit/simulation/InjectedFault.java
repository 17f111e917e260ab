package dev.divvy.testkit.simulation;

import java.util.Map;

/** Everything that a simulation does to a group to see whether it keeps its promises, each kind counted. */
public enum InjectedFault {
    REQUEST_LOST(Sort.NETWORK),
    ANSWER_LOST(Sort.NETWORK),
    /** It comes after its sender gave it up: a moment later, or minutes. */
    REQUEST_LATE(Sort.NETWORK),
    ANSWER_LATE(Sort.NETWORK),
    /** It is carried out twice, the second time at any time later. */
    REQUEST_DUPLICATED(Sort.NETWORK),
    ANSWER_DUPLICATED(Sort.NETWORK),
    /** A request of a process arrived after a later one of the same process. */
    REORDERED(Sort.NETWORK),
    PUSH_LOST(Sort.NETWORK),
    PUSH_LATE(Sort.NETWORK),
    /** What a member sends does not reach the board; what the board sends still comes. */
    REQUESTS_CUT(Sort.NETWORK),
    /** What the board sends does not reach a member. */
    ANSWERS_CUT(Sort.NETWORK),
    /** A member and the board do not hear of each other. */
    PARTITION(Sort.NETWORK),
    /** The board answers nobody. */
    BOARD_OUTAGE(Sort.BOARD),
    /** Much happens between the three moments of one pulse. */
    BOARD_SLOW(Sort.BOARD),
    /** The board begins anew and remembers nothing. */
    BOARD_FLUSHED(Sort.BOARD),
    /** The board goes on from an older record: a failover to a copy that missed writes. */
    BOARD_SET_BACK(Sort.BOARD),
    CRASH(Sort.PROCESS),
    RESTART_WITHOUT_MEMORY(Sort.PROCESS),
    /** The new process knows which epoch the old one had seen. */
    RESTART_WITH_MEMORY(Sort.PROCESS),
    /** A process stops for milliseconds or minutes and goes on as if nothing had been; its clock runs on. */
    PAUSE(Sort.PROCESS),
    /** It stops after its work asked whether it may, and before it did. */
    PAUSE_BEFORE_EFFECT(Sort.PROCESS),
    /** A second process of the same id is started while the first is only paused. */
    TWIN(Sort.PROCESS),
    /** The clock of a process runs faster or slower from now on, within what the timing allows. */
    CLOCK_DRIFT(Sort.CLOCK),
    /** Wall clocks jump by up to hours; incarnations are drawn from them, and nothing else may depend on them. */
    WALL_CLOCK_JUMP(Sort.CLOCK),
    /** Work does not let go within the grace time, and still tries its effect. */
    WORK_OUTLIVES_GRACE(Sort.WORK),
    /** An effect reaches its resource long after it was sent. */
    EFFECT_LATE(Sort.WORK),
    PIN(Sort.OPERATOR),
    UNPIN(Sort.OPERATOR),
    WEIGHT(Sort.OPERATOR),
    DRAIN(Sort.OPERATOR),
    UNDRAIN(Sort.OPERATOR),
    SUSPEND(Sort.OPERATOR),
    RESUME(Sort.OPERATOR),
    /** Units come or go, tokens are split. */
    OTHER_PIECES(Sort.OPERATOR),
    EXCLUSIVE_JOB(Sort.OPERATOR),
    MEMBER_SUSPENDS_ITSELF(Sort.OPERATOR),
    MEMBER_COMES_BACK(Sort.OPERATOR),
    PLANNED_LEAVE(Sort.OPERATOR),
    NEW_MEMBER(Sort.OPERATOR);

    /** Where a trouble comes from. */
    public enum Sort {
        NETWORK,
        BOARD,
        PROCESS,
        CLOCK,
        WORK,
        /** Asked for by people: a disturbance, but not a fault. */
        OPERATOR
    }

    private final Sort sort;

    InjectedFault(Sort sort) {
        this.sort = sort;
    }

    public Sort sort() {
        return sort;
    }

    /** Whether something broke, as against what operators ask for. */
    public boolean isFault() {
        return sort != Sort.OPERATOR;
    }

    /** How many of these were faults. */
    static long faults(Map<InjectedFault, Long> counted) {
        return counted.entrySet().stream()
                .filter(entry -> entry.getKey().isFault())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
