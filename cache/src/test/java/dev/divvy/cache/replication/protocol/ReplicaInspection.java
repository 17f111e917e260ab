package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import java.util.Set;
import java.util.TreeSet;

/** Reads the parts of a replica's state that its users need not know. */
public final class ReplicaInspection {

    private ReplicaInspection() {}

    public static boolean isComplete(TokenReplica<?> replica) {
        return replica.state == DataState.COMPLETE;
    }

    public static boolean isServing(TokenReplica<?> replica) {
        return replica.owner.phase == OwnerPhase.SERVING;
    }

    /** Returns the number of changes that a replica keeps for others. */
    public static int recentChanges(TokenReplica<?> replica) {
        return replica.recent.size();
    }

    public static long promised(TokenReplica<?> replica) {
        return replica.promised;
    }

    /** Returns the incarnations that this owner has told to forget and that have not confirmed it. */
    public static Set<Incarnation> forgetting(TokenReplica<?> replica) {
        if (replica.owner.phase == OwnerPhase.NOT_OWNER) {
            return Set.of();
        }
        Set<Incarnation> told = new TreeSet<>();
        if (replica.owner.phase != OwnerPhase.NOT_OWNER) {
            replica.owner.others.byIncarnation.forEach((incarnation, remote) -> {
                if (remote.state == RemoteState.FORGETTING) {
                    told.add(incarnation);
                }
            });
        }
        return told;
    }

    /** Whether this owner has told an incarnation to forget, and that has not confirmed it. */
    public static boolean isForgetting(TokenReplica<?> replica, Incarnation incarnation) {
        if (replica.owner.phase == OwnerPhase.NOT_OWNER) {
            return false;
        }
        RemoteReplica remote = replica.owner.others.get(incarnation);
        return remote != null && remote.state == RemoteState.FORGETTING;
    }

    /** Whether this owner may tell an incarnation to forget because it is an heir, and the copies are complete. */
    public static boolean mayForget(TokenReplica<?> replica, Incarnation heir) {
        return replica.view.heirs().contains(heir)
                && replica.rules.mayForgetHeirs(replica.view, replica.owner.others.byIncarnation);
    }

    /** Describes a replica in one line. */
    public static String describe(TokenReplica<?> replica) {
        StringBuilder text = new StringBuilder()
                .append(replica.state)
                .append(" (")
                .append(replica.position.tenure())
                .append(',')
                .append(replica.position.sequence())
                .append(") promised ")
                .append(replica.promised)
                .append(" obeyed ")
                .append(replica.obeyed)
                .append(" view ")
                .append(replica.view.epoch());
        if (replica.owner.phase != OwnerPhase.NOT_OWNER) {
            text.append(' ').append(replica.owner.phase).append(" since ").append(replica.owner.tenure);
            replica.owner.others.byIncarnation.forEach((incarnation, remote) -> text.append(' ')
                    .append(incarnation)
                    .append('=')
                    .append(remote.state)
                    .append(':')
                    .append(remote.kept));
        }
        return text.toString();
    }
}
