package dev.divvy.console;

/**
 * The status, readiness and metrics of a process.
 *
 * <p>The server calls these methods on threads of its own, a few at a time. They may block, and are interrupted when they take longer than
 * {@link ConsoleSettings#timeLimit}; the client then gets 503. An exception becomes a 503 reply with its message.
 */
public interface ConsoleSource {

    /** Returns the current status. The components of the record become the fields of the JSON object, in their order. */
    Record status();

    /** Returns whether this process can currently do its work. */
    Readiness readiness();

    /** Returns the current metrics in the text format of Prometheus, such as those of {@link StatusMetrics#text}. */
    String metrics();
}
