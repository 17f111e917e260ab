package dev.divvy.cache.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyBegin;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicationRules;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Membership;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The tokens of one incarnation. */
class TokenReplicasTest {

    private static final int TOKEN = 3;

    /** A membership whose lease runs. */
    private static final Membership MEMBERSHIP = (Membership) Proxy.newProxyInstance(
            TokenReplicasTest.class.getClassLoader(),
            new Class<?>[] {Membership.class},
            (proxy, method, arguments) -> method.getName().equals("leased"));

    private final EntryStore entryStore = new EntryStore(8, EntryStore.UNBOUNDED, 1 << 20, CacheClock.SYSTEM);
    private final ReplicaCodec codec = new ReplicaCodec(CacheClock.SYSTEM);

    private TokenReplicas replicas(long incarnation) {
        ServedTokens servedTokens = new ServedTokens(8, new CurrentRouting(Tokens.redis(8)), () -> true);
        return new TokenReplicas(
                new TokenEnvironment.Node(
                        entryStore,
                        servedTokens,
                        new ReplicationRules(1),
                        codec,
                        peer -> {
                            throw new AssertionError("nothing is sent");
                        },
                        MEMBERSHIP,
                        System::nanoTime,
                        () -> {}),
                new Incarnation("a", incarnation),
                "L");
    }

    /** The messages of a request may still be handled while another thread learns that the incarnation was ejected. */
    @Test
    void anIncarnationThatIsOverLeavesTheStoreToTheNext() {
        TokenReplicas former = replicas(1);
        former.end();
        TokenReplicas next = replicas(2);
        assertThat(next.isHeld(TOKEN)).isFalse();
        byte[] key = "k".getBytes(StandardCharsets.US_ASCII);
        entryStore.open(TOKEN).put(EntryLayout.of(key, key, EntryLayout.NEVER, 0));

        ByteBuf late = Unpooled.buffer();
        codec.write(TOKEN, new Envelope<>(5, 5, 1, new CopyBegin<>()), late);
        former.receive(new Incarnation("b", 1), late, Unpooled.buffer());

        assertThat(entryStore.open(TOKEN).size())
                .as("entries of the next incarnation")
                .isEqualTo(1);
    }
}
