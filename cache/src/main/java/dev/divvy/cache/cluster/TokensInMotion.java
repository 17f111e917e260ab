package dev.divvy.cache.cluster;

import java.util.List;

/** The tokens that this node does not serve yet, although no other node does. */
public interface TokensInMotion {

    /** Whether this node is about to serve a token, so that no other node does. */
    boolean contains(int token);

    /** Returns the replies that wait until these tokens are served and have been flushed. */
    List<PendingReply> pendingFlushes();
}
