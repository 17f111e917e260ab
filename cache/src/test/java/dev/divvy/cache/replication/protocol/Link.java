package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.ReplicaMessage.Adopt;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Change;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Complete;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Fetch;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Kept;
import dev.divvy.cache.replication.protocol.ReplicaMessage.State;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Trim;
import java.util.ArrayList;
import java.util.List;

/** The messages in flight from one incarnation to another, in order. Immutable. */
record Link(List<Envelope<Long>> messages, long fingerprint) {

    static final Link EMPTY = new Link(List.of(), 0);

    Link plus(Envelope<Long> envelope) {
        List<Envelope<Long>> next = new ArrayList<>(messages);
        next.add(envelope);
        return new Link(next, Fingerprint.of(fingerprint, fingerprintOf(envelope)));
    }

    Link plus(Link other) {
        Link result = this;
        for (Envelope<Long> envelope : other.messages) {
            result = result.plus(envelope);
        }
        return result;
    }

    Link without(int index) {
        if (messages.size() == 1) {
            return EMPTY;
        }
        Link result = EMPTY;
        for (int i = 0; i < messages.size(); i++) {
            result = i == index ? result : result.plus(messages.get(i));
        }
        return result;
    }

    private static long fingerprintOf(Envelope<Long> envelope) {
        Fingerprint print = new Fingerprint();
        ReplicaMessage<Long> message = envelope.message();
        print.add(envelope.tenure()).add(envelope.epoch()).add(envelope.conversation());
        print.add(message.getClass().getSimpleName().hashCode());
        if (message instanceof CopyPart<Long> part) {
            part.entries().forEach(print::add);
        } else if (message instanceof FetchedPart<Long> part) {
            print.add(part.part());
            part.entries().forEach(print::add);
        } else if (message instanceof CopyEnd<Long> end) {
            print.add(end.sequence());
            SearchedNode.add(print, end.history());
            SearchedNode.add(print, end.recent());
        } else if (message instanceof Change<Long> change) {
            print.add(change.sequence()).add(change.change());
            SearchedNode.add(print, change.stable());
        } else if (message instanceof Adopt<Long> adopt) {
            SearchedNode.add(print, adopt.from());
            adopt.tail().forEach(item -> SearchedNode.add(print, item));
            print.add(adopt.sequence());
            SearchedNode.add(print, adopt.history());
            SearchedNode.add(print, adopt.stable());
        } else if (message instanceof Trim<Long> trim) {
            SearchedNode.add(print, trim.stable());
        } else if (message instanceof State<Long> state) {
            print.add(state.state());
            SearchedNode.add(print, state.position());
        } else if (message instanceof Fetch<Long> fetch) {
            print.add(fetch.part());
        } else if (message instanceof Kept<Long> kept) {
            print.add(kept.sequence());
        } else if (message instanceof Complete<Long> complete) {
            print.add(complete.sequence());
        } else if (message instanceof FetchedEnd<Long> end) {
            SearchedNode.add(print, end.position());
            SearchedNode.add(print, end.history());
            SearchedNode.add(print, end.recent());
        }
        return print.value();
    }
}
