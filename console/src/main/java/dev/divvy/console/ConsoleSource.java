package dev.divvy.console;

/**
 * What a process shows over HTTP.
 *
 * <p>The server calls these methods on threads of its own, a few at a time. They may block, and are interrupted when they take longer than
 * {@link ConsoleSettings#timeLimit}; the client then gets 503. An exception is answered with 503 and its message.
 */
public interface ConsoleSource {

    /** Returns the status now. The components of the record become the fields of the JSON object, in their order. */
    Record status();

    /** Returns whether this process can do its work now. */
    Readiness readiness();

    /** Returns the metrics now, in the text format of Prometheus; {@link StatusMetrics#text} makes it. */
    String metrics();
}
