package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.RecentChanges.Item;
import dev.divvy.cache.replication.protocol.RecentChanges.Tail;
import java.util.List;

/**
 * A message between the owner of a token and another node that has, had or shall have its entries.
 *
 * @param <C> a change, as a value
 */
public sealed interface ReplicaMessage<C> {

    /**
     * The header of every message about one token.
     *
     * @param tenure the tenure of the owner that sends the message, or to which it replies
     * @param epoch the epoch of the record by which the sender acts
     * @param conversation the number of the owner's conversation with this node: a message of an earlier one is dropped
     */
    record Envelope<C>(long tenure, long epoch, long conversation, ReplicaMessage<C> message) {}

    /** A message of the owner. */
    sealed interface FromOwner<C> extends ReplicaMessage<C> {}

    /** A reply to the owner. */
    sealed interface ToOwner<C> extends ReplicaMessage<C> {}

    /** Begins a conversation: the receiver promises to obey no older owner, and replies with its state. */
    record Hello<C>() implements FromOwner<C> {}

    /** Begins a conversation and a copy: the receiver discards what it has. */
    record CopyBegin<C>() implements FromOwner<C> {}

    record CopyPart<C>(List<C> entries) implements FromOwner<C> {}

    /** Everything was sent: the receiver is complete at this number of changes. */
    record CopyEnd<C>(long sequence, TakeoverHistory history, Tail<C> recent) implements FromOwner<C> {}

    /**
     * One change of the entries.
     *
     * @param stable the position that every complete replica has reached: earlier changes need not be kept
     */
    record Change<C>(long sequence, C change, Position stable) implements FromOwner<C> {}

    /** Takes over a complete replica whose position lies in the owner's history: brings it up to date with the changes that it lacks. */
    record Adopt<C>(Position from, List<Item<C>> tail, long sequence, TakeoverHistory history, Position stable)
            implements FromOwner<C> {}

    /** Tells a complete replica that every one has reached a position: as {@link Change#stable}, when no change follows. */
    record Trim<C>(Position stable) implements FromOwner<C> {}

    /** Tells the receiver to discard what it has. */
    record Forget<C>() implements FromOwner<C> {}

    /** Tells the next owner that this one has released the token: no request runs here, and every reply is sent. */
    record Released<C>() implements FromOwner<C> {}

    /**
     * Asks for a part of the entries of the receiver, for an owner that takes over. The parts are asked for one after the other.
     *
     * @param part the number of the part, from 0 on
     */
    record Fetch<C>(int part) implements FromOwner<C> {}

    record State<C>(DataState state, Position position) implements ToOwner<C> {}

    /**
     * Asks the owner to evict entries of about this many bytes, since a copy evicts nothing by itself. It replies to nothing, and the state
     * of the copy has no part in it.
     */
    record MakeRoom<C>(long bytes) implements ToOwner<C> {}

    /** The receiver has promised to obey a newer owner; nothing was changed. */
    record Stale<C>() implements ToOwner<C> {}

    record Kept<C>(long sequence) implements ToOwner<C> {}

    record Complete<C>(long sequence) implements ToOwner<C> {}

    record Forgotten<C>() implements ToOwner<C> {}

    record FetchedPart<C>(int part, List<C> entries) implements ToOwner<C> {}

    /** There are no more parts: these are the position, the history and the recent changes of the entries that were sent. */
    record FetchedEnd<C>(Position position, TakeoverHistory history, Tail<C> recent) implements ToOwner<C> {}
}
