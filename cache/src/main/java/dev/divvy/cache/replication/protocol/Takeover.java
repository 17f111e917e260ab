package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedPart;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The entries that an owner takes over: its own, or those that it fetches from the replica with the highest position. Its own entries stay
 * as they are until all of the others have arrived.
 *
 * @param <C> a change, as a value
 */
final class Takeover<C> {

    private final TokenReplica<C> local;

    /** The incarnation whose entries are being fetched; null when none are. */
    @Nullable
    Incarnation source;

    /** The entries that have been fetched so far; null when nothing is fetched. */
    @Nullable
    ReplicaContents<C> fetched;

    /** The end of the fetched entries; null until all of them are here. */
    @Nullable
    FetchedEnd<C> end;

    Takeover(TokenReplica<C> local) {
        this.local = local;
    }

    /** Returns the incarnation with a higher position than this one; empty when there is none. */
    Optional<Incarnation> best(RemoteReplicas others) {
        Position highest = local.rules.mayBeTakenOver(local.state) ? local.position : null;
        Incarnation best = null;
        for (Incarnation incarnation : others.listed()) {
            RemoteReplica remote = others.get(incarnation);
            if (remote != null && remote.lastPosition != null && local.rules.mayBeTakenOver(remote.toldState)) {
                if (highest == null || remote.lastPosition.compareTo(highest) > 0) {
                    best = incarnation;
                    highest = remote.lastPosition;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    boolean isFetching(Incarnation from) {
        return from.equals(source);
    }

    boolean isComplete() {
        return end != null;
    }

    /** Begins to fetch from this incarnation. */
    void begin(Incarnation from) {
        source = from;
        fetched = local.output.newContents();
        end = null;
    }

    /** Takes a part; returns whether it was expected. */
    boolean take(Incarnation from, FetchedPart<C> part) {
        ReplicaContents<C> target = fetched;
        if (!isFetching(from) || target == null) {
            return false;
        }
        part.entries().forEach(target::apply);
        return true;
    }

    void take(Incarnation from, FetchedEnd<C> last) {
        if (isFetching(from)) {
            end = last;
        }
    }

    /** Replaces the own entries by the fetched ones. */
    void use() {
        FetchedEnd<C> last = Objects.requireNonNull(end);
        local.contents = local.output.replaceContents(Objects.requireNonNull(fetched));
        local.position = last.position();
        local.history = last.history();
        local.recent.replaceBy(last.recent());
    }

    void discard() {
        source = null;
        fetched = null;
        end = null;
    }

    /** Discards the entries of an incarnation that is gone, or whose connection broke. */
    void discardFrom(Incarnation from) {
        if (isFetching(from)) {
            discard();
        }
    }
}
