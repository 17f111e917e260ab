package dev.divvy.coordination;

/**
 * Work on one piece, started on its own thread when the piece is gained. It should end soon after {@link Hold#stopping()} returns true;
 * when the grace time is over its thread is interrupted. A task that returns on its own is done until the piece is gained again. A task
 * that throws, or that returns after its hold told it to stop, is restarted after a delay if the piece is still held: the board may answer
 * at the last moment before the lease ends.
 */
@FunctionalInterface
public interface PieceTask {

    void run(Hold hold) throws Exception;
}
