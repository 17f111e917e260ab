package dev.divvy.console;

import java.util.List;
import java.util.Optional;

/**
 * The products, readiness and metrics of a process.
 *
 * <p>The server calls these methods on threads of its own, a few at a time. They may block, and are interrupted when they take longer than
 * {@link ConsoleSettings#timeLimit}; the client then gets 503. An exception becomes a 503 reply with its message.
 */
public interface ConsoleSource {

    /** Returns the products of this process as they are now. Called several times per second while the dashboard is open. */
    List<ProductSnapshot> products();

    /** Returns whether this process can currently do its work. */
    Readiness readiness();

    /** Returns the current metrics in the text format of Prometheus, such as those of {@link StatusMetrics#text}. */
    String metrics();

    /** Returns the operations that the dashboard offers, always the same ones; empty if it only shows. */
    default Optional<Operations> operations() {
        return Optional.empty();
    }
}
