package dev.divvy.cache.replication.protocol;

import org.jspecify.annotations.Nullable;

/** The owner's view of the replica of one other incarnation. Mutable; used by its {@link TokenOwner} only. */
final class RemoteReplica {

    /** The value of {@link #kept} of a replica that has confirmed no change of this tenure. */
    static final long NOTHING = -1;

    RemoteState state = RemoteState.UNKNOWN;

    /** The number of the last conversation that the owner began with it. */
    long conversation;

    /** The changes of this tenure that it certainly has when it is complete, or {@link #NOTHING}. */
    long kept = NOTHING;

    /** Its state and position, as it told them to an owner that takes over. */
    DataState toldState = DataState.NONE;

    /** The last position that it certainly had; null when it is not known to be complete. */
    @Nullable
    Position lastPosition;

    /** Whether it may be complete, so that replies must wait for it and changes must be kept for it. */
    boolean mayBeComplete() {
        return state != RemoteState.NOT_COMPLETE && state != RemoteState.BUILDING;
    }

    /** Whether it gets the changes as they happen. */
    boolean follows() {
        return state == RemoteState.REQUIRED || state == RemoteState.CONFIRMED;
    }

    void confirm(Position position) {
        kept = Math.max(kept, position.sequence());
        lastPosition = position;
    }
}
