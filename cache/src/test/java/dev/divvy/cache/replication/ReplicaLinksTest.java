package dev.divvy.cache.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.peer.PeerRequest;
import dev.divvy.cache.replication.ReplicaCodec.Message;
import dev.divvy.cache.store.CacheClock;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A node whose link broke is tried again after a pause that grows, and with one message until it replies. */
class ReplicaLinksTest {

    private static final Incarnation PEER = new Incarnation("b", 1);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private static final PeerChannel CLOSED = new PeerChannel() {
        @Override
        public boolean onLoop(Runnable action) {
            return false;
        }

        @Override
        public void send(PeerRequest request) {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public void close() {}
    };

    private static final ReplicaLink.Events NO_EVENTS = new ReplicaLink.Events() {
        @Override
        public void received(Incarnation from, Message message) {}

        @Override
        public void drained(ReplicaLink link) {}

        @Override
        public void broke(ReplicaLink link) {}
    };

    private long now = -PAUSE;

    private final ReplicaLinks links = new ReplicaLinks(
            to -> new ReplicaLink(
                    new Incarnation("a", 1), to, CLOSED, new ReplicaCodec(CacheClock.SYSTEM), () -> now, NO_EVENTS),
            () -> now);

    /** Breaks the link, and has the tokens told. */
    private void breakLink() {
        ReplicaLink link = links.open(PEER);
        link.close();
        links.broke(link);
        assertThat(links.takeBroken()).contains(PEER);
    }

    @Test
    void aNodeIsTriedAgainAfterPausesThatGrow() {
        assertThat(links.mayAsk(PEER)).isTrue();
        for (long pause = PAUSE; pause <= 8 * PAUSE; pause *= 2) {
            breakLink();
            now += pause - 1;
            assertThat(links.mayAsk(PEER)).as("before %d ns", pause).isFalse();
            assertThat(links.hasRoom(PEER)).as("before %d ns", pause).isFalse();
            now += 1;
            assertThat(links.mayAsk(PEER)).as("after %d ns", pause).isTrue();
            assertThat(links.hasRoom(PEER)).as("after %d ns", pause).isTrue();
        }
        breakLink();
        now += 10 * PAUSE;
        assertThat(links.mayAsk(PEER)).as("the longest pause").isTrue();
    }

    @Test
    void untilItRepliesItIsAskedOneThing() {
        breakLink();
        now += PAUSE;
        ReplicaLink next = links.open(PEER);
        assertThat(links.mayAsk(PEER)).as("asked and silent").isFalse();
        links.replied(next);
        assertThat(links.mayAsk(PEER)).as("has replied").isTrue();
        breakLink();
        now += PAUSE;
        assertThat(links.mayAsk(PEER)).as("the pause is short again").isTrue();
    }

    @Test
    void aNodeThatIsOffTheBoardLeavesNothingBehind() {
        breakLink();
        links.retain(Set.of());
        assertThat(links.mayAsk(PEER)).isTrue();
    }
}
