package dev.divvy.coordination.member;

/**
 * Work that belongs to one piece: started when the piece is gained, on a thread of its own. It should end soon after
 * {@link Hold#stopping()}; when the grace time is over its thread is interrupted. If it throws it is started again after a while, if it
 * returns it is done until the piece is gained anew.
 */
@FunctionalInterface
public interface PieceTask {

    void run(Hold hold) throws Exception;
}
