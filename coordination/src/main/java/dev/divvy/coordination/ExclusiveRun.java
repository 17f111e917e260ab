package dev.divvy.coordination;

/** What an exclusive job holds while it runs: the whole group, in which no other member holds anything. */
public interface ExclusiveRun {

    Fence fence();

    /** Whether the job may go on. */
    boolean valid();

    /**
     * Refuses to go on when others may have begun.
     *
     * @throws HoldingLostException when they may
     */
    void check();
}
