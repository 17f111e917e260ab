package dev.divvy.cache.heal;

import dev.divvy.boardpeers.Heal;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.TokensInMotion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds the requests of a node from the moment at which its mesh knows of a heal until the heal is handled. So a node that lost changes
 * nothing after it has collected its report, and a node that won answers with no value that the losing side replaced.
 */
public final class HealGate {

    private final SplitSource splits;

    /** Written by the thread that handles heals. */
    private volatile @Nullable Heal handled;

    public HealGate(SplitSource splits) {
        this.splits = splits;
    }

    SplitSource splits() {
        return splits;
    }

    /** Whether requests may run; called for every request. */
    public boolean isOpen() {
        Optional<Heal> last = splits.lastHeal();
        return last.isEmpty() || last.get().equals(handled);
    }

    /** Returns the tokens in motion: all of them while the gate is closed. */
    public TokensInMotion holding(TokensInMotion others) {
        return new TokensInMotion() {
            @Override
            public boolean contains(int token) {
                return others.contains(token) || !isOpen();
            }

            @Override
            public List<PendingReply> pendingFlushes() {
                return others.pendingFlushes();
            }
        };
    }

    void handled(Heal heal) {
        handled = heal;
    }
}
