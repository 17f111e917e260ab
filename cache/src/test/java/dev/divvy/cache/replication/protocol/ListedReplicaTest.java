package dev.divvy.cache.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Hello;
import dev.divvy.cache.replication.protocol.ReplicaMessage.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The nodes that an owner finds in the record: whether replies wait for them, and what it means when none of them has entries. */
class ListedReplicaTest {

    private static final Incarnation OWNER = new Incarnation("a", 1);
    private static final Incarnation OTHER = new Incarnation("b", 1);
    private static final TokenView.Presence BOTH = new TokenView.Presence(Set.of(OWNER, OTHER), Set.of(OWNER, OTHER));

    private final List<ReplicaMessage<Long>> sent = new ArrayList<>();
    private int emptyStarts;
    private final TokenReplica<Long> replica =
            new TokenReplica<>(OWNER, new ReplicationRules(1), new Sent(), new LogContents(Log.EMPTY));
    private final TokenOwner<Long> owner = replica.owner();

    private static TokenView owned(long epoch, Set<Incarnation> copies) {
        return new TokenView(epoch, Optional.of(OWNER), 1, copies, Set.of(), false, false, BOTH);
    }

    @Test
    void noReplyWaitsForANodeThatHasNothingYet() {
        replica.see(owned(1, Set.of()), true);
        owner.gain(true);
        assertThat(owner.phase()).isEqualTo(OwnerPhase.SERVING);
        replica.see(owned(2, Set.of(OTHER)), true);
        owner.changed(1L);
        assertThat(owner.confirmedChanges()).isEqualTo(Long.MAX_VALUE);
        assertThat(owner.copying().missing()).containsExactly(OTHER);
        assertThat(sent).isEmpty();
    }

    @Test
    void anOwnerThatTakesOverAsksEveryNode() {
        replica.see(owned(1, Set.of(OTHER)), true);
        owner.gain(true);
        assertThat(owner.phase()).isEqualTo(OwnerPhase.TAKING_OVER);
        assertThat(sent).singleElement().isInstanceOf(Hello.class);
    }

    @Test
    void aTokenThatHadAnOwnerAndStartsEmptyIsCounted() {
        TokenView view = owned(2, Set.of(OTHER));
        replica.see(new TokenView(2, view.owner(), 2, view.copies(), Set.of(), false, true, BOTH), true);
        owner.gain(true);
        assertThat(emptyStarts).as("before the copy has told what it has").isZero();
        replica.receive(OTHER, new Envelope<>(2, 2, 1, new State<>(DataState.PARTIAL, new Position(1, 7))), true);
        assertThat(owner.phase()).isEqualTo(OwnerPhase.SERVING);
        assertThat(emptyStarts).isEqualTo(1);
    }

    @Test
    void theFirstOwnerLosesNothing() {
        replica.see(owned(1, Set.of()), true);
        owner.gain(true);
        assertThat(owner.phase()).isEqualTo(OwnerPhase.SERVING);
        assertThat(emptyStarts).isZero();
    }

    private final class Sent implements ReplicaOutput<Long> {

        @Override
        public void send(Incarnation to, Envelope<Long> envelope) {
            sent.add(envelope.message());
        }

        @Override
        public void released(Incarnation by, long epoch) {
            throw new AssertionError("nothing is released");
        }

        @Override
        public void startsEmpty() {
            emptyStarts++;
        }

        @Override
        public void sendContents(Incarnation to, Envelope<Long> request, int part, FetchedEnd<Long> end) {
            throw new AssertionError("nothing is fetched");
        }

        @Override
        public ReplicaContents<Long> replaceContents(ReplicaContents<Long> contents) {
            return contents;
        }

        @Override
        public ReplicaContents<Long> newContents() {
            return new LogContents(Log.EMPTY);
        }
    }
}
