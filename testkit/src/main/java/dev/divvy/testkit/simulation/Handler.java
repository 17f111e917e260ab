package dev.divvy.testkit.simulation;

import dev.divvy.coordination.Fence;

/**
 * What users plug in to see whether their own work is safe: it works on the pieces that simulated members hold, against the user's own
 * model of the outside world. One handler serves all members of one simulation, on one thread. To complain it throws an {@link
 * AssertionError}.
 *
 * <p>A task is what one member does on one piece from gaining it to losing it. Its life: {@link #shown}, then {@link #begun} again and
 * again, each with one effect some time later. Between beginning and effect anything may happen: the process may stop for minutes, the
 * piece may be gained by another member. The effect still comes, as a process that was stopped does not know.
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
