package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyBegin;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Trim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * R4: the copies that an owner builds while it serves the token. The entries themselves are sent by the caller, in parts.
 *
 * @param <C> a change, as a value
 */
public final class CopyBuilding<C> {

    private final TokenReplica<C> local;
    private final TokenOwner<C> owner;

    CopyBuilding(TokenReplica<C> local, TokenOwner<C> owner) {
        this.local = local;
        this.owner = owner;
    }

    /** Returns the incarnations to which a copy must be sent. */
    public List<Incarnation> missing() {
        List<Incarnation> missing = new ArrayList<>();
        for (Incarnation incarnation : owner.others.byIncarnation.keySet()) {
            if (isMissing(incarnation)) {
                missing.add(incarnation);
            }
        }
        return missing;
    }

    /** Whether a copy must be sent to some incarnation. */
    public boolean hasMissing() {
        if (owner.phase == OwnerPhase.SERVING) {
            for (Incarnation incarnation : owner.others.byIncarnation.keySet()) {
                if (isMissing(incarnation)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a copy must be sent to this incarnation, and none is being sent. */
    public boolean isMissing(Incarnation incarnation) {
        return isServed(incarnation, RemoteState.NOT_COMPLETE) && local.rules.mustBuild(local.view, incarnation);
    }

    private boolean isServed(Incarnation incarnation, RemoteState state) {
        RemoteReplica remote = owner.others.get(incarnation);
        return owner.phase == OwnerPhase.SERVING && remote != null && remote.state == state;
    }

    /** Begins a copy: the caller sends the entries in parts, and at last calls {@link #end}. */
    public void begin(Incarnation incarnation) {
        RemoteReplica remote = remote(incarnation);
        owner.others.set(remote, RemoteState.BUILDING);
        remote.conversation++;
        owner.send(incarnation, remote, new CopyBegin<>());
    }

    /** Sends a part of a copy. */
    public void send(Incarnation incarnation, List<C> entries) {
        owner.send(incarnation, remote(incarnation), new CopyPart<>(entries));
    }

    public boolean isRunning(Incarnation incarnation) {
        return isServed(incarnation, RemoteState.BUILDING);
    }

    /** Ends a copy: every entry was sent as it is now, in messages before this one. Changes follow one by one from now on. */
    public void end(Incarnation incarnation) {
        RemoteReplica remote = remote(incarnation);
        owner.others.set(remote, local.rules.whenCopied());
        // It is complete only when the end arrives, and then it has all of these changes.
        remote.confirm(local.position);
        owner.send(
                incarnation,
                remote,
                new CopyEnd<>(
                        local.position.sequence(),
                        local.history,
                        local.rules.recentChangesOfCopy(local.recent, local.position)));
    }

    /** Stops the copies to incarnations that need none any more. */
    void stopNeedless() {
        for (Map.Entry<Incarnation, RemoteReplica> other : owner.others.byIncarnation.entrySet()) {
            RemoteReplica remote = other.getValue();
            if (remote.state == RemoteState.BUILDING && !local.rules.mustBuild(local.view, other.getKey())) {
                owner.others.setNotComplete(remote);
            }
        }
    }

    /**
     * Discards the changes that every replica has, and tells the replicas that follow which those are. The changes tell it too, but the last of
     * them cannot tell that it was confirmed. Returns whether nothing is left to tell.
     */
    public boolean trim() {
        if (owner.phase != OwnerPhase.SERVING) {
            return true;
        }
        owner.discardConfirmed();
        Trim<C> trim = new Trim<>(local.rules.trimmedTo(local.recent, local.position));
        owner.others.byIncarnation.forEach((incarnation, remote) -> {
            if (remote.follows()) {
                owner.send(incarnation, remote, trim);
            }
        });
        return local.recent.size() == 0;
    }

    private RemoteReplica remote(Incarnation incarnation) {
        return Objects.requireNonNull(owner.others.get(incarnation));
    }
}
