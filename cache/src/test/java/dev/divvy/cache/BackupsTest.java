package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Copies of entries on other nodes, in one process; the faults are in the tests with processes. */
class BackupsTest {

    private static final int KEYS = 1000;
    private static final int TOKENS = 64;

    private static TestCluster cluster(int backups) {
        return new TestCluster(settings -> settings.withTokens(TOKENS).withBackups(backups));
    }

    private static long copies(TestCluster cluster) {
        return cluster.nodes().stream()
                .mapToLong(node -> cluster.counter(node.name(), "copies"))
                .sum();
    }

    private static void awaitSettled(TestCluster cluster) {
        cluster.awaitCalm();
        TestCluster.until(
                "every copy is complete",
                () -> cluster.nodes().stream().allMatch(node -> cluster.counter(node.name(), "unsettled") == 0));
    }

    /** After a change of the cluster: a token that moves once more when everything is settled is counted as a copy on both nodes meanwhile. */
    private static void awaitEntriesAndCopies(TestCluster cluster, long copies) {
        TestCluster.until(
                KEYS + " entries and " + copies + " copies", () -> cluster.size() == KEYS && copies(cluster) == copies);
    }

    @Test
    void everyAnsweredWriteHasItsCopies() {
        for (int backups : new int[] {1, 2}) {
            try (TestCluster cluster = cluster(backups).with("n1", "n2", "n3")) {
                awaitSettled(cluster);
                try (RespClient client = cluster.client("n1")) {
                    client.fill(KEYS, i -> "v" + i);
                    assertThat(copies(cluster)).isEqualTo((long) backups * KEYS);
                    assertThat(cluster.size()).isEqualTo(KEYS);
                    assertThat(client.ask("DEL", "k0", "k1", "k2")).isEqualTo(3L);
                    assertThat(copies(cluster)).isEqualTo(backups * (KEYS - 3L));
                }
            }
        }
    }

    @Test
    void joinsAndLeavesKeepTheNumberOfCopies() {
        try (TestCluster cluster = cluster(1).with("n1", "n2")) {
            awaitSettled(cluster);
            try (RespClient client = cluster.client("n1")) {
                client.fill(KEYS, i -> "v" + i);
            }
            cluster.with("n3");
            awaitSettled(cluster);
            awaitEntriesAndCopies(cluster, KEYS);
            cluster.stop("n2");
            awaitSettled(cluster);
            awaitEntriesAndCopies(cluster, KEYS);
            cluster.stop("n1");
            awaitSettled(cluster);
            awaitEntriesAndCopies(cluster, 0);
            try (RespClient client = cluster.client("n3")) {
                for (int i = 0; i < KEYS; i++) {
                    assertThat(client.ask("GET", "k" + i)).isEqualTo("v" + i);
                }
            }
        }
    }

    @Test
    void aDrainedNodeKeepsNothingAndTheOthersSettle() {
        for (int backups : new int[] {1, 2}) {
            try (TestCluster cluster = cluster(backups).with("n1", "n2", "n3")) {
                awaitSettled(cluster);
                try (RespClient client = cluster.client("n1")) {
                    client.fill(KEYS, i -> "v" + i);
                    assertThat(client.ask("DIVVY.DRAIN", "n3")).isEqualTo("OK");
                    TestCluster.until(
                            "n3 owns nothing", () -> cluster.node("n3").size() == 0);
                    awaitSettled(cluster);
                    TestCluster.until("n3 has no copies", () -> cluster.counter("n3", "copies") == 0);
                    awaitEntriesAndCopies(cluster, KEYS);
                    assertThat(client.ask("DIVVY.UNDRAIN", "n3")).isEqualTo("OK");
                    TestCluster.until(
                            "n3 owns a share", () -> cluster.node("n3").size() > 0);
                    awaitSettled(cluster);
                    awaitEntriesAndCopies(cluster, (long) backups * KEYS);
                }
            }
        }
    }

    @Test
    void flushIsAnsweredWhenTheCopiesAreEmpty() {
        try (TestCluster cluster = cluster(1).with("n1", "n2")) {
            awaitSettled(cluster);
            try (RespClient client = cluster.client("n1");
                    RespClient other = cluster.client("n2")) {
                client.fill(KEYS, i -> "v" + i);
                assertThat(client.ask("FLUSHALL")).isEqualTo("OK");
                assertThat(cluster.counter("n2", "copies")).isZero();
                assertThat(other.ask("FLUSHALL")).isEqualTo("OK");
                assertThat(cluster.counter("n1", "copies")).isZero();
                assertThat(cluster.size()).isZero();
            }
        }
    }

    @Test
    void withoutEnoughCopiesNothingIsWritten() {
        try (TestCluster cluster = new TestCluster(
                        settings -> settings.withTokens(TOKENS).withBackups(1).withRequiredCopies(1))
                .with("n1")) {
            try (RespClient client = cluster.client("n1")) {
                assertThat(client.ask("SET", "a", "1")).asString().startsWith("-NOREPLICAS ");
                assertThat(client.ask("MSET", "a", "1", "b", "2")).asString().startsWith("-NOREPLICAS ");
                assertThat(client.ask("GET", "a")).isNull();
                Cache<String, String> cache = Cache.ofStrings(cluster.node("n1"));
                assertThatThrownBy(() -> cache.put("a", "1")).hasMessageStartingWith("NOREPLICAS");
                cluster.with("n2");
                awaitSettled(cluster);
                assertThat(client.ask("MSET", "a", "1", "b", "2")).isEqualTo("OK");
                assertThat(client.ask("GET", "a")).isEqualTo("1");
            }
        }
    }

    @Test
    void tokensThatStartEmptyAreCountedAsLost() {
        try (TestCluster cluster = cluster(0).with("n1", "n2")) {
            assertThat(lost(cluster)).as("a join loses nothing").isZero();
            eject(cluster, "n2");
            TestCluster.until("the tokens of n2 have an owner again", () -> lost(cluster) > 0);
            awaitSettled(cluster);
            assertThat(lost(cluster)).isEqualTo(TOKENS / 2);
            try (RespClient client = cluster.client("n1")) {
                assertThat(client.ask("INFO", "replication"))
                        .asString()
                        .contains("divvy_lost_tokens:"
                                + cluster.node("n1").stats().lostTokens() + "\r\n");
            }
        }
    }

    @Test
    void aNodeThatCannotHandOverSaysHowManyEntriesItLeavesBehind() {
        Timing timing = Timing.of(Duration.ofMillis(100), Duration.ofSeconds(1)).withGrace(Duration.ofMillis(100));
        try (TestCluster cluster =
                new TestCluster(settings -> settings.withTokens(TOKENS).withTiming(timing)).with("n1", "n2")) {
            try (RespClient client = cluster.client("n1")) {
                client.fill(KEYS, i -> "v" + i);
            }
            CacheNode leaver = cluster.node("n2");
            long entries = leaver.size();
            assertThat(entries).isPositive();
            cluster.board("n1").lag(); // it does not take over
            cluster.stop("n2");
            assertThat(leaver.entriesLeftBehind()).isEqualTo(entries);
            cluster.board("n1").catchUp();
            cluster.start("n3");
            cluster.awaitCalm();
            CacheNode last = cluster.node("n3");
            cluster.stop("n3");
            assertThat(last.entriesLeftBehind())
                    .as("a planned leave loses nothing")
                    .isZero();
        }
    }

    @Test
    void theOwnersMakeRoomForTheirCopiesOnANodeWithLittleMemory() {
        long little = 2 << 20;
        try (TestCluster cluster = new TestCluster(settings -> {
                    NodeSettings common = settings.withTokens(TOKENS).withBackups(1);
                    return settings.name().equals("n2") ? common.withMaxMemory(little) : common;
                })
                .with("n1", "n2")) {
            awaitSettled(cluster);
            String value = "x".repeat(10_000);
            try (RespClient client = cluster.client("n1")) {
                client.fill(KEYS, i -> value); // five times what n2 may have
            }
            TestCluster.until("n2 is near its limit", () -> used(cluster, "n2") < little + little / 4);
            assertThat(used(cluster, "n2"))
                    .as("not much more is evicted than must be")
                    .isGreaterThan(little / 2);
        }
    }

    private static long used(TestCluster cluster, String name) {
        return cluster.counter(name, "memory");
    }

    private static long lost(TestCluster cluster) {
        return cluster.nodes().stream()
                .mapToLong(node -> node.stats().lostTokens())
                .sum();
    }

    private static void eject(TestCluster cluster, String name) {
        TestCluster.until(
                name + " is off the board",
                () -> cluster.board().look().cards().stream()
                        .filter(card -> card.incarnation().member().equals(name))
                        .allMatch(card -> cluster.board().remove(card.incarnation(), card.beat())));
    }

    @Test
    void infoTellsOfCopies() {
        try (TestCluster cluster = cluster(1).with("n1", "n2")) {
            awaitSettled(cluster);
            try (RespClient client = cluster.client("n1")) {
                client.fill(KEYS, i -> "v" + i);
                assertThat(client.ask("INFO", "replication"))
                        .asString()
                        .contains(
                                "divvy_backups:1\r\n",
                                "divvy_copied_entries:" + cluster.node("n2").size() + "\r\n",
                                "divvy_unsettled_tokens:0\r\n");
            }
        }
    }

    @Test
    void impossibleNumbersAreRefused() {
        NodeSettings settings = NodeSettings.named("n1");
        assertThatThrownBy(() -> settings.withBackups(3)).hasMessage("0 to 2 backups are possible, not 3");
        assertThatThrownBy(() -> CacheNode.start(settings.withRequiredCopies(1)))
                .hasMessage("1 copies are required, but there are only 0 backups");
    }
}
