package dev.divvy.cache.replication;

import dev.divvy.cache.replication.protocol.OwnerPhase;
import dev.divvy.cache.replication.protocol.TokenOwner;
import dev.divvy.cache.replication.protocol.TokenReplica;
import java.util.Arrays;

/** The work that is left for a token on this node. There is one object per condition, so two of them are equal only if they are the same. */
final class TokenCondition {

    private static final int UNSETTLED = 1;
    private static final int CLOSABLE = 2;
    private static final int IN_TRANSIT = 4;
    private static final int AWAITED = 8;
    private static final int PENDING = 16;
    private static final int UNKNOWN = 32;
    private static final int MUST_COPY = 64;

    private static final TokenCondition[] ALL = new TokenCondition[2 * MUST_COPY];

    static {
        Arrays.setAll(ALL, TokenCondition::new);
    }

    /** The condition of a token that needs nothing. */
    static final TokenCondition IDLE = ALL[0];

    private final int flags;

    private TokenCondition(int flags) {
        this.flags = flags;
    }

    /**
     * @param held whether this node holds the token
     * @param released whether this node has released the token, and the next owner has not begun
     */
    static TokenCondition of(TokenReplica<?> replica, boolean held, boolean released) {
        TokenOwner<?> owner = replica.owner();
        OwnerPhase phase = owner.phase();
        boolean mine = replica.view().isOwner(replica.self());
        if (phase == OwnerPhase.NOT_OWNER && !held && !mine && !released) {
            return IDLE;
        }
        boolean awaited = phase == OwnerPhase.TAKING_OVER || (phase == OwnerPhase.NOT_OWNER && held);
        boolean lost = phase == OwnerPhase.SERVING && !owner.ownsTenure();
        int flags = (mine && !owner.isSettled() ? UNSETTLED : 0)
                | (lost && owner.releasing().isNextOwnerReady() ? CLOSABLE : 0)
                | (released || phase == OwnerPhase.CLOSED ? IN_TRANSIT : 0)
                | (awaited ? AWAITED : 0)
                | (owner.hasUnknown() ? UNKNOWN : 0)
                | (lost || phase == OwnerPhase.CLOSED ? PENDING : 0);
        if (flags == 0) {
            return IDLE;
        }
        return ALL[flags | PENDING | (owner.copying().hasMissing() ? MUST_COPY : 0)];
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether this node owns the token by the record, and a copy is missing or an heir has not forgotten it. */
    boolean unsettled() {
        return has(UNSETTLED);
    }

    /** Whether this node serves the token although the record names another owner, and that one has everything. */
    boolean closable() {
        return has(CLOSABLE);
    }

    /** Whether this node has closed the token, and the next owner has not begun to take it over. */
    boolean inTransit() {
        return has(IN_TRANSIT);
    }

    /** Whether this node is about to serve the token, so that no other node does. */
    boolean awaited() {
        return has(AWAITED);
    }

    /** Whether something is left to do. */
    boolean pending() {
        return has(PENDING);
    }

    /** Whether a replica must be asked. */
    boolean unknown() {
        return has(UNKNOWN);
    }

    /** Whether a copy must be sent. */
    boolean mustCopy() {
        return has(MUST_COPY);
    }
}
