package dev.divvy.testkit.simulation;

import dev.divvy.coordination.Fence;

/**
 * A user's own work, plugged into the simulator to test whether it is safe: it works on the pieces that simulated members hold, against the
 * user's model of the outside world. One handler serves all members of one simulation, on one thread. It reports a violation by throwing an
 * {@link AssertionError}; any other exception is reported as a failure of the handler.
 *
 * <p>A task is the work of one member on one piece from gaining it to losing it. Its life cycle: {@link #fenceShown}, then {@link #begin}
 * repeatedly, each followed by at most one effect some time later. Between beginning and effect anything may happen: the process may be
 * paused for minutes, another member may gain the piece. The effect still arrives, since a paused process does not know what happened; only
 * a process that crashed before it sent an effect never delivers it. All effects are external: only the fence keeps a stale one out.
 *
 * <p>Fences are ordered as long as a member or the board remembers the last epoch. After {@link InjectedFault#BOARD_FLUSHED} and {@link
 * InjectedFault#BOARD_ROLLED_BACK} a newer holder of another lineage may show an equal or lower epoch, and after {@link
 * InjectedFault#BOARD_ROLLED_BACK} two members may hold one piece for a time-to-live. A handler that cannot tolerate this is tested in a
 * {@link Scenario#withoutForgetting}.
 */
public interface Handler {

    /** One member's tenure of one piece, with the fence to show to external resources. */
    record Task(String member, String piece, Fence fence) {}

    /** Called when a new holder shows its fence to the outside world, before its first work on the piece. May be called twice. */
    default void fenceShown(Task task) {}

    /** Begins work, after the member verified that it holds the piece. Returns the effect to apply later. */
    Runnable begin(Task task);

    /** Called when the member lost the piece. Work that has begun may still take effect. */
    default void lost(Task task) {}

    /** A handler that does nothing. */
    Handler NONE = task -> () -> {};
}
