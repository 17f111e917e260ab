package dev.divvy.coordination;

/**
 * Work of a member as a whole, on one thread: started when the member holds a piece, asked to stop when it holds none. The member's share
 * may change while the task runs; {@link Membership#hold} keeps a piece from being handed over while the task works on it. A task that
 * throws, or that returns after {@link Shift#portion()} was empty, is restarted after a delay if the member still holds a piece.
 */
@FunctionalInterface
public interface MemberTask {

    void run(Shift shift) throws Exception;

    /** One run of the task. */
    interface Shift {

        /** Returns the pieces that the member holds now. */
        HeldPieces portion();

        /** Whether the task should end, because the member holds nothing or soon will hold nothing. */
        boolean stopping();
    }
}
