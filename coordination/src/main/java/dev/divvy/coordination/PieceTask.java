package dev.divvy.coordination;

/**
 * Work that belongs to one piece: started when the piece is gained, on a thread of its own. It should end soon after
 * {@link Hold#stopping()}; when the grace time is over its thread is interrupted. If it returns by itself it is done until the piece is
 * gained anew. If it throws, or returns after its hold said that it should stop, it is started again after a while, should the piece stay
 * held: the board may answer in the last moment before the lease ends.
 */
@FunctionalInterface
public interface PieceTask {

    void run(Hold hold) throws Exception;
}
