package dev.divvy.console;

/**
 * The operations of {@code divvy up} on its processes. The server calls them on threads of its own, and only for a client that knows the
 * key; both methods may block.
 */
public interface Operations {

    /** Returns the processes and the result of the checks. */
    OperationsView view();

    /**
     * Performs an operation and returns its result as a sentence.
     *
     * @throws IllegalArgumentException when there is no such action or target; the message says which there are
     * @throws IllegalStateException when it is not possible now, such as killing a process that is down
     */
    String perform(Operation operation);
}
