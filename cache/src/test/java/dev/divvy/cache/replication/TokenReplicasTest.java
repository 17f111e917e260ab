package dev.divvy.cache.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyBegin;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicationRules;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The tokens of one incarnation. */
class TokenReplicasTest {

    private static final int TOKEN = 3;
    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(1);

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

    /** The tokens of a node that is gone wait for the next allocation, and so does everything that must be done for the last one. */
    @Test
    void theLossOfANodeIsFollowedUntilThereIsTheNextAllocation() {
        Card a = card("a");
        Card b = card("b");
        Card c = card("c");
        Allocation first = PLANNER.first(new Version("L", 1), Tokens.redis(8), roster(a, b, c), Directives.NONE);
        Allocation second = PLANNER.next(first, first.pieces(), roster(a, b), Directives.NONE, Acknowledgements.NONE);
        TokenReplicas replicas = replicas(1);
        replicas.follow(sighting(first, a, b, c), first, () -> false);
        assertThat(replicas.followed()).contains(first.version());
        replicas.follow(sighting(first, a, b), first, () -> true);
        assertThat(replicas.followed())
                .as("some tokens still know the lost node")
                .isEmpty();
        replicas.follow(sighting(second, a, b), second, () -> true);
        assertThat(replicas.followed())
                .as("an allocation is followed to its end")
                .contains(second.version());
    }

    @Test
    void theLossOfANodeIsFollowedToItsEndIfThereIsNoOtherAllocation() {
        Card a = card("a");
        Card b = card("b");
        Allocation first = PLANNER.first(new Version("L", 1), Tokens.redis(8), roster(a, b), Directives.NONE);
        TokenReplicas replicas = replicas(1);
        replicas.follow(sighting(first, a, b), first, () -> false);
        replicas.follow(sighting(first, a), first, () -> false);
        assertThat(replicas.followed()).contains(first.version());
    }

    private static Card card(String id) {
        return new Card(new Member(new Incarnation(id, 1), Optional.empty(), 1), 1, 0, CardState.RUNNING, "h:1/1");
    }

    private static Roster roster(Card... cards) {
        return Roster.of(Arrays.stream(cards).map(Card::member).toList());
    }

    private static Sighting sighting(Allocation allocation, Card... cards) {
        NavigableMap<Incarnation, Card> byIncarnation = new TreeMap<>();
        for (Card card : cards) {
            byIncarnation.put(card.incarnation(), card);
        }
        return new Sighting(
                Optional.of(new Incarnation("a", 1)), Optional.of(allocation), byIncarnation, Runs.NONE, true);
    }
}
