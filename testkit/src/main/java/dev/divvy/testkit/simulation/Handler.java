package dev.divvy.testkit.simulation;

import dev.divvy.coordination.Fence;

/**
 * What users plug in to see whether their own work is safe: it works on the pieces that simulated members hold, against the user's own
 * model of the outside world. One handler serves all members of one simulation, on one thread. To complain it throws an {@link
 * AssertionError}; any other exception is reported as a fault of the handler.
 *
 * <p>A task is what one member does on one piece from gaining it to losing it. Its life: {@link #shown}, then {@link #begun} again and
 * again, each with at most one effect some time later. Between beginning and effect anything may happen: the process may stop for minutes, the
 * piece may be gained by another member. The effect still comes, as a process that was stopped does not know; only the effects of a
 * process that crashed before it sent them never come. All effects are outward ones: nothing but the fence keeps a stale one out.
 *
 * <p>Fences are in order as long as somebody remembers. After {@link InjectedFault#BOARD_FLUSHED} and {@link InjectedFault#BOARD_SET_BACK} a newer
 * holder of another lineage may show an equal or lower epoch, and after {@link InjectedFault#BOARD_SET_BACK} two may hold one piece for a
 * time-to-live. A handler that cannot live with this is tried in a {@link Scenario#withoutForgetting}.
 */
public interface Handler {

    /** One member's tenure of one piece, with the fence to show outside. */
    record Task(String member, String piece, Fence fence) {}

    /** The new holder shows its fence to the outside world, before its first work on the piece. May be told twice. */
    default void shown(Task task) {}

    /** Work begins, after the member made sure that it holds the piece. Answers what shall happen in the end. */
    Runnable begun(Task task);

    /** The member lost the piece. What has begun may still take effect. */
    default void lost(Task task) {}

    /** A handler that does nothing. */
    Handler NONE = task -> () -> {};
}
