package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The owner's knowledge about the replicas of all other incarnations that it has dealt with. Used by its {@link TokenOwner} only. */
final class RemoteReplicas {

    private static final RemoteReplica NOT_ASKED = new RemoteReplica();

    private final TokenReplica<?> local;

    final Map<Incarnation, RemoteReplica> byIncarnation = new TreeMap<>();

    /** The replicas that count, since changes and replies ask for them often; null when they must be computed again. */
    private @Nullable List<RemoteReplica> counted;

    RemoteReplicas(TokenReplica<?> local) {
        this.local = local;
    }

    @Nullable
    RemoteReplica get(Incarnation incarnation) {
        return byIncarnation.get(incarnation);
    }

    /** Returns the replica of an incarnation, which the record may list for the first time. */
    RemoteReplica open(Incarnation incarnation) {
        RemoteReplica known = byIncarnation.get(incarnation);
        if (known == null) {
            known = new RemoteReplica();
            known.state = local.rules.whenListed(local.owner.phase);
            byIncarnation.put(incarnation, known);
            counted = null;
        }
        return known;
    }

    void clear() {
        byIncarnation.clear();
        counted = null;
    }

    /** Follows the view: drops the incarnations that are off the board. */
    void follow() {
        Iterator<Incarnation> known = byIncarnation.keySet().iterator();
        while (known.hasNext()) {
            if (!local.view.presence().has(known.next())) {
                known.remove();
            }
        }
        counted = null;
    }

    /** Returns the incarnations that the record lists, or that the owner must count for another reason. */
    List<Incarnation> listed() {
        return local.rules.listed(local.view, byIncarnation, local.self);
    }

    /** Returns the replicas of the listed incarnations. */
    List<RemoteReplica> counted() {
        List<RemoteReplica> known = counted;
        if (known == null) {
            List<Incarnation> listed = listed();
            known = listed.isEmpty() ? List.of() : new ArrayList<>(listed.size());
            for (Incarnation incarnation : listed) {
                known.add(byIncarnation.getOrDefault(incarnation, NOT_ASKED));
            }
            counted = known;
        }
        return known;
    }

    boolean isConfirmed(Incarnation incarnation) {
        RemoteReplica remote = get(incarnation);
        return remote != null && remote.state == RemoteState.CONFIRMED;
    }

    /** Whether a replica that counts must be asked. */
    boolean hasUnknown() {
        for (RemoteReplica remote : counted()) {
            if (remote.state == RemoteState.UNKNOWN) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of these replicas counts and must be asked. */
    boolean hasUnknown(Predicate<Incarnation> among) {
        for (Incarnation incarnation : listed()) {
            boolean unknown = byIncarnation.getOrDefault(incarnation, NOT_ASKED).state == RemoteState.UNKNOWN;
            if (unknown && among.test(incarnation)) {
                return true;
            }
        }
        return false;
    }

    void set(RemoteReplica remote, RemoteState state) {
        remote.state = state;
        counted = null;
    }

    void setNotComplete(RemoteReplica remote) {
        set(remote, RemoteState.NOT_COMPLETE);
        remote.kept = RemoteReplica.NOTHING;
        remote.lastPosition = null;
    }

    /** Returns the position that every replica has reached which may be complete; null when one of them was not asked yet. */
    @Nullable
    Position stablePosition(long tenure) {
        Position stable = local.position;
        for (RemoteReplica remote : counted()) {
            if (remote.mayBeComplete()) {
                Position certain = remote.kept >= 0 ? new Position(tenure, remote.kept) : remote.lastPosition;
                if (certain == null) {
                    return null;
                }
                stable = certain.compareTo(stable) < 0 ? certain : stable;
            }
        }
        return stable;
    }
}
