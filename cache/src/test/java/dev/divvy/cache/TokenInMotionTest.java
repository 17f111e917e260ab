package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.testservers.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The next owner of a token has its entries but loses it before it gained it. All keys are of one token, which an operator pins to one node
 * after the other; hidden acknowledgements keep a node from gaining it.
 */
class TokenInMotionTest {

    private static final int KEYS = 500;
    private static final String TOKEN = "0";

    private TestCluster cluster;
    private Membership operator;

    @BeforeEach
    void fill() {
        cluster = new TestCluster(settings -> settings.withTokens(1)).with("a", "b", "c");
        operator = Group.of("cache", Tokens.redis(1))
                .with(TestCluster.TIMING)
                .replicated(0)
                .join(cluster.board(), new MemberSettings("operator").suspended(true));
        pin("a");
        awaitServing("a");
        try (RespClient client = cluster.client("a")) {
            for (int i = 0; i < KEYS; i++) {
                client.send("SET", "k" + i, "v" + i);
            }
            client.flush();
            for (int i = 0; i < KEYS; i++) {
                assertThat(client.receive()).isEqualTo("OK");
            }
        }
        assertThat(cluster.node("a").size()).isEqualTo(KEYS);
    }

    @AfterEach
    void end() {
        operator.close();
        cluster.close();
    }

    private void pin(String name) {
        operator.operator().pin(TOKEN, name).join();
    }

    private void awaitServing(String name) {
        CacheNode node = cluster.node(name);
        TestCluster.until(name + " serves the token", () -> node.status().self().held() == 1 && node.isSettled());
    }

    /** Pins the token to a node that receives its entries and does not know that it owns it. */
    private void pinWithoutGain(String name) {
        cluster.board(name).lag();
        pin(name);
        TestCluster.until("the entries arrived at " + name, () -> cluster.counter(name, "copies") == KEYS);
        TestCluster.until("no node serves them", () -> cluster.size() == 0);
        assertThat(cluster.node(name).status().self().held())
                .as("held by %s", name)
                .isZero();
    }

    private void readAll(String name) {
        try (RespClient client = cluster.client(name)) {
            for (int i = 0; i < KEYS; i++) {
                client.send("GET", "k" + i);
            }
            client.flush();
            for (int i = 0; i < KEYS; i++) {
                assertThat(client.receive()).as("k%d through %s", i, name).isEqualTo("v" + i);
            }
        }
    }

    @Test
    void theNextOwnerTakesThemOver() {
        pinWithoutGain("b");
        pin("c");
        cluster.board("b").catchUp();
        awaitServing("c");
        assertThat(cluster.node("c").size()).isEqualTo(KEYS);
        assertThat(cluster.size()).isEqualTo(KEYS);
        TestCluster.until("b forgets them", () -> cluster.counter("b", "copies") == 0);
        readAll("c");
        readAll("b");
    }

    @Test
    void theyMoveAsOftenAsTheTokenDoes() {
        pinWithoutGain("b");
        cluster.board("c").lag();
        pin("c");
        cluster.board("b").catchUp();
        assertThat(cluster.node("c").status().self().held()).isZero();
        pin("a");
        cluster.board("c").catchUp();
        awaitServing("a");
        assertThat(cluster.node("a").size()).isEqualTo(KEYS);
        TestCluster.until(
                "the others forget them", () -> cluster.counter("b", "copies") + cluster.counter("c", "copies") == 0);
        readAll("a");
    }

    @Test
    void aFlushReachesATokenThatIsNotServedYet() {
        cluster.board("a").lag();
        pin("b");
        TestCluster.until(
                "b knows that it owns the token",
                () -> cluster.node("b")
                        .status()
                        .allocation()
                        .flatMap(allocation -> allocation.owner(0))
                        .filter(owner -> owner.id().equals("b"))
                        .isPresent());
        TestCluster.until("its tokens follow that", () -> cluster.node("b").hasFollowed());
        try (RespClient client = cluster.client("b")) {
            client.send("FLUSHALL");
            client.flush();
            cluster.board("a").catchUp();
            assertThat(client.receive()).isEqualTo("OK");
            awaitServing("b");
            assertThat(client.ask("GET", "k0")).isNull();
            assertThat(cluster.size()).isZero();
        }
    }

    @Test
    void aNodeThatLeavesDoesNotTakeThemAlong() {
        pinWithoutGain("b");
        Thread leaving = DaemonThreads.start("stop b", () -> cluster.stop("b"));
        TestCluster.until(
                "b leaves", () -> cluster.node("a").status().members().stream().anyMatch(TokenInMotionTest::isLeaving));
        cluster.board("b").catchUp();
        TestCluster.until(
                "another node serves the token",
                () -> cluster.nodes().stream()
                        .anyMatch(node -> node.status().self().held() == 1 && node.isSettled()));
        assertThat(cluster.size()).isEqualTo(KEYS);
        readAll("a");
        readAll("c");
        Await.until("b has left", () -> !leaving.isAlive());
    }

    private static boolean isLeaving(MemberStatus member) {
        return member.state() == MemberState.LEAVING;
    }
}
