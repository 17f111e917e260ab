package dev.divvy.coordination;

/** One run of an exclusive job. While it is valid no member of the group holds anything. */
public interface ExclusiveRun {

    Fence fence();

    /** Whether the job may continue. */
    boolean valid();

    /**
     * Checks that the job may continue.
     *
     * @throws HoldingLostException if it may not, because other members may have started working
     */
    void check();
}
