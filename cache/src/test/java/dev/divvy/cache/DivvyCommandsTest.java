package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.coordination.status.GroupStatus;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators and their programs ask of a node: the snapshot of the group, and orders. */
class DivvyCommandsTest {

    private static final int TOKENS = 100;

    private static TestCluster cluster(String... names) {
        return new TestCluster(settings -> settings.withTokens(TOKENS)).with(names);
    }

    private static Map<String, String> fields(Object record) {
        List<?> words = (List<?>) record;
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            fields.put(String.valueOf(words.get(i)), String.valueOf(words.get(i + 1)));
        }
        return fields;
    }

    @Test
    void aSnapshotIsTheGroupAndItsMembers() {
        try (TestCluster cluster = cluster("n1", "n2");
                RespClient client = cluster.client("n1")) {
            List<?> records = client.askList("DIVVY.SNAPSHOT");
            GroupStatus status = cluster.node("n1").status();
            assertThat(records).hasSize(3);
            Map<String, String> group = fields(records.get(0));
            assertThat(group)
                    .containsOnlyKeys("group", "calm", "problem", "allocation")
                    .containsEntry("group", "cache")
                    .containsEntry("calm", "1")
                    .containsEntry("problem", "");
            Allocation allocation = AllocationCodec.read(Base64.getDecoder().decode(group.get("allocation")));
            assertThat(allocation).isEqualTo(status.allocation().orElseThrow());
            assertThat(fields(records.get(2)))
                    .containsEntry("id", "n2")
                    .containsEntry(
                            "incarnation",
                            Long.toString(status.members().get(1).incarnation().number()))
                    .containsEntry("state", "RUNNING")
                    .containsEntry("acknowledged", Long.toString(allocation.epoch()))
                    .containsEntry("weight", "1")
                    .containsEntry("zone", "")
                    .containsEntry(
                            "address",
                            "127.0.0.1:" + cluster.node("n2").address().getPort())
                    .containsEntry("ttl", "20000")
                    .containsKey("beat-age")
                    .hasSize(9);
        }
    }

    @Test
    void aMemberIsDrainedAndTakesItsShareAgain() {
        try (TestCluster cluster = cluster("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (int i = 0; i < 200; i++) {
                assertThat(client.ask("SET", "k" + i, "v")).isEqualTo("OK");
            }
            assertThat(client.ask("DIVVY.DRAIN", "n2")).isEqualTo("OK");
            TestCluster.until("n2 is empty", () -> cluster.node("n2").size() == 0 && owned(cluster, "n2") == 0);
            cluster.awaitCalm();
            assertThat(cluster.node("n1").size()).isEqualTo(200);
            assertThat(client.ask("DIVVY.DRAIN", "n2")).as("again").isEqualTo("OK");
            assertThat(client.ask("divvy.undrain", "n2")).isEqualTo("OK");
            TestCluster.until("n2 has its share", () -> owned(cluster, "n2") == TOKENS / 2);
            cluster.awaitCalm();
            assertThat(cluster.size()).isEqualTo(200);
        }
    }

    @Test
    void aTokenIsPinnedAndTheGroupSuspended() {
        try (TestCluster cluster = cluster("n1", "n2");
                RespClient client = cluster.client("n2")) {
            assertThat(client.ask("DIVVY.PIN", "0", "n2")).isEqualTo("OK");
            TestCluster.until(
                    "token 0 is pinned", () -> "n2".equals(pins(cluster).get("0")));
            cluster.awaitCalm();
            assertThat(client.ask("SET", "k", "v")).isEqualTo("OK");
            assertThat(client.ask("DIVVY.UNPIN", "0")).isEqualTo("OK");
            TestCluster.until("token 0 is not pinned", () -> pins(cluster).isEmpty());
            assertThat(client.ask("DIVVY.SUSPEND")).isEqualTo("OK");
            TestCluster.until("nobody owns anything", () -> owned(cluster, "n1") + owned(cluster, "n2") == 0);
            TestCluster.until("no entries are served", () -> cluster.size() == 0);
            assertThat(client.ask("DIVVY.RESUME")).isEqualTo("OK");
            TestCluster.until("all is owned again", () -> owned(cluster, "n1") + owned(cluster, "n2") == TOKENS);
            cluster.awaitCalm();
            assertThat(client.ask("GET", "k")).isEqualTo("v");
        }
    }

    private static int owned(TestCluster cluster, String name) {
        return cluster.node("n1")
                .status()
                .allocation()
                .orElseThrow()
                .piecesOf(name)
                .count();
    }

    private static Map<String, String> pins(TestCluster cluster) {
        return cluster.node("n1")
                .status()
                .allocation()
                .orElseThrow()
                .directives()
                .pins();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DIVVY.DRAIN n9      | -ERR there is no member n9; the members are n1
            DIVVY.UNDRAIN n9    | -ERR there is no member n9; the members are n1
            DIVVY.PIN 5 n9      | -ERR there is no member n9; the members are n1
            DIVVY.PIN 100 n1    | -ERR there is no piece 100 among 100 tokens of REDIS_SLOT
            DIVVY.PIN x n1      | -ERR there is no piece x among 100 tokens of REDIS_SLOT
            DIVVY.UNPIN -1      | -ERR there is no piece -1 among 100 tokens of REDIS_SLOT
            DIVVY.DRAIN         | -ERR wrong number of arguments for 'divvy.drain' command
            DIVVY.PIN 5         | -ERR wrong number of arguments for 'divvy.pin' command
            DIVVY.UNPIN 5 n1    | -ERR wrong number of arguments for 'divvy.unpin' command
            DIVVY.SUSPEND now   | -ERR wrong number of arguments for 'divvy.suspend' command
            DIVVY.RESUME now    | -ERR wrong number of arguments for 'divvy.resume' command
            DIVVY.SNAPSHOT now  | -ERR wrong number of arguments for 'divvy.snapshot' command
            """)
    void aWrongOrderIsOneErrorAndChangesNothing(String line, String error) {
        try (TestCluster cluster = cluster("n1");
                RespClient client = cluster.client("n1")) {
            assertThat(client.ask(line.split(" "))).isEqualTo(error);
            GroupStatus status = cluster.node("n1").status();
            assertThat(status.version().orElseThrow().epoch()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DRAIN n1", "UNDRAIN n1", "PIN 1 n1", "UNPIN 1", "SUSPEND", "RESUME", "SNAPSHOT"})
    void aStrangerGivesNoOrders(String order) {
        try (TestCluster cluster = new TestCluster(
                                settings -> settings.withTokens(TOKENS).withPassword("open sesame"))
                        .with("n1");
                RespClient client = cluster.client("n1")) {
            assertThat(client.ask(("DIVVY." + order).split(" "))).isEqualTo("-NOAUTH Authentication required.");
            assertThat(client.ask("AUTH", "open sesame")).isEqualTo("OK");
            assertThat(cluster.node("n1").status().version().orElseThrow().epoch())
                    .isEqualTo(1);
        }
    }
}
