package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.TokensInMotion;
import java.util.List;

/** A node whose tokens are all at rest. */
final class NothingMoves implements TokensInMotion {

    @Override
    public boolean contains(int token) {
        return false;
    }

    @Override
    public List<PendingReply> pendingFlushes() {
        return List.of();
    }
}
