package dev.divvy.coordination.member;

/** One run of a member's task. */
public interface Shift {

    /** What the member holds now. */
    Portion portion();

    /** Whether the task should end: the member holds nothing, or will soon. */
    boolean stopping();
}
