package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;

/**
 * The effects of a replica's decisions. Messages to one incarnation about one token arrive in the order in which they are sent, or the
 * replica is told that the connection broke.
 *
 * @param <C> a change, as a value
 */
public interface ReplicaOutput<C> {

    void send(Incarnation to, Envelope<C> envelope);

    /** Takes note that the former owner has released the token, as far as it lost it in the record of this epoch or an earlier one. */
    void released(Incarnation by, long epoch);

    /** Takes note that a token which had another owner before starts empty: no incarnation on the board has its entries. */
    void startsEmpty();

    /** Replies to a request for a part of the entries: with the part, or with the end when there are no more. */
    void sendContents(Incarnation to, Envelope<C> request, int part, FetchedEnd<C> end);

    /** Makes these the entries of the token, in place of the present ones; returns the contents to use from now on. */
    ReplicaContents<C> replaceContents(ReplicaContents<C> contents);

    /** Returns empty contents that are not in use yet. */
    ReplicaContents<C> newContents();
}
