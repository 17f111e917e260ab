package dev.divvy.testkit.simulation;

import java.util.Map;

/** The faults and operator actions that a simulation injects into a group, each kind counted. */
public enum InjectedFault {
    REQUEST_LOST(Source.NETWORK),
    REPLY_LOST(Source.NETWORK),
    /** The request arrives after its sender gave up on it: moments or minutes later. */
    REQUEST_DELAYED(Source.NETWORK),
    REPLY_DELAYED(Source.NETWORK),
    /** The request is executed twice, the second time at any later moment. */
    REQUEST_DUPLICATED(Source.NETWORK),
    REPLY_DUPLICATED(Source.NETWORK),
    /** A request arrives after a later one of the same process. */
    REQUESTS_REORDERED(Source.NETWORK),
    PUSH_LOST(Source.NETWORK),
    PUSH_DELAYED(Source.NETWORK),
    /** A member's requests do not reach the board; the board's replies still arrive. */
    REQUESTS_BLOCKED(Source.NETWORK),
    /** The board's replies do not reach a member. */
    REPLIES_BLOCKED(Source.NETWORK),
    /** Neither requests nor replies pass between a member and the board. */
    PARTITION(Source.NETWORK),
    /** The board does not respond to any member. */
    BOARD_OUTAGE(Source.BOARD),
    /** Time passes between the three steps of one pulse. */
    BOARD_SLOW(Source.BOARD),
    /** The board loses all its data. */
    BOARD_FLUSHED(Source.BOARD),
    /** The board continues from an older record: a failover to a replica that missed writes. */
    BOARD_ROLLED_BACK(Source.BOARD),
    CRASH(Source.PROCESS),
    RESTART_WITHOUT_MEMORY(Source.PROCESS),
    /** The new process knows the last epoch that the old one had seen. */
    RESTART_WITH_MEMORY(Source.PROCESS),
    /** A process is paused for milliseconds or minutes and continues without noticing; its clock runs on. */
    PAUSE(Source.PROCESS),
    /** A process is paused after its work verified the hold and before the effect. */
    PAUSE_BEFORE_EFFECT(Source.PROCESS),
    /** A second process with the same id is started while the first is only paused. */
    DUPLICATE_PROCESS(Source.PROCESS),
    /** The clock of a process starts to run faster or slower, within what the timing allows. */
    CLOCK_DRIFT(Source.CLOCK),
    /** Wall clocks jump by up to hours; incarnations are drawn from them, and nothing else may depend on them. */
    WALL_CLOCK_JUMP(Source.CLOCK),
    /** Work does not stop within the grace time, and still attempts its effect. */
    WORK_OUTLIVES_GRACE(Source.WORK),
    /** An effect reaches its resource long after it was sent. */
    EFFECT_DELAYED(Source.WORK),
    PIN(Source.OPERATOR),
    UNPIN(Source.OPERATOR),
    WEIGHT_CHANGE(Source.OPERATOR),
    DRAIN(Source.OPERATOR),
    UNDRAIN(Source.OPERATOR),
    SUSPEND(Source.OPERATOR),
    RESUME(Source.OPERATOR),
    /** Units are added or removed, or tokens are split. */
    PIECES_CHANGE(Source.OPERATOR),
    EXCLUSIVE_JOB(Source.OPERATOR),
    MEMBER_SUSPENDED(Source.OPERATOR),
    MEMBER_RESUMED(Source.OPERATOR),
    PLANNED_LEAVE(Source.OPERATOR),
    NEW_MEMBER(Source.OPERATOR);

    /** The origin of a fault or action. */
    public enum Source {
        NETWORK,
        BOARD,
        PROCESS,
        CLOCK,
        WORK,
        /** Requested by operators: a disturbance, but not a fault. */
        OPERATOR
    }

    private final Source source;

    InjectedFault(Source source) {
        this.source = source;
    }

    public Source source() {
        return source;
    }

    /** Whether this is a fault rather than an operator action. */
    public boolean isFault() {
        return source != Source.OPERATOR;
    }

    /** Returns the number of faults among these, without operator actions. */
    static long faults(Map<InjectedFault, Long> injected) {
        return injected.entrySet().stream()
                .filter(entry -> entry.getKey().isFault())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
