package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** INFO over a real connection: each section has its fields, and the statistics are right. */
class InfoTest {

    private static final List<String> SECTIONS =
            List.of("Server", "Clients", "Memory", "Persistence", "Stats", "Replication", "Cluster", "Keyspace");

    private TestCluster cluster;
    private RespClient client;

    @BeforeEach
    void start() {
        cluster = new TestCluster().with("n1").withMaps();
        client = cluster.client("n1");
    }

    @AfterEach
    void stop() {
        client.close();
        cluster.close();
    }

    private static String text(RespClient client, String... words) {
        return String.valueOf(Objects.requireNonNull(client.ask(words)));
    }

    /** Returns the fields of one section, which must be the whole reply. */
    private static Map<String, String> section(RespClient client, String name) {
        String text = text(client, "INFO", name);
        assertThat(text).startsWith("# " + name + "\r\n").endsWith("\r\n");
        Map<String, String> fields = new LinkedHashMap<>();
        text.lines().skip(1).forEach(line -> {
            String[] parts = line.split(":", 2);
            assertThat(parts).as("%s in %s", line, name).hasSize(2);
            assertThat(fields.put(parts[0], parts[1])).as("%s once", line).isNull();
        });
        return fields;
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(Objects.requireNonNull(fields.get(name), name));
    }

    private void run(String... words) {
        assertThat(text(client, words)).isEqualTo("OK");
    }

    @Test
    void allSectionsComeInOrderAndAnUnknownOneIsEmpty() {
        String all = text(client, "INFO");
        assertThat(all.lines().filter(line -> line.startsWith("# ")).map(line -> line.substring(2)))
                .containsExactlyElementsOf(SECTIONS);
        for (String every : List.of("all", "default", "everything", "EVERYTHING")) {
            assertThat(text(client, "INFO", every).lines().filter(line -> line.startsWith("# ")))
                    .as(every)
                    .hasSize(SECTIONS.size());
        }
        assertThat(text(client, "INFO", "unknownsection")).isEmpty();
        assertThat(text(client, "INFO", "unknownsection", "cLuStEr", "nothing"))
                .isEqualTo("# Cluster\r\ncluster_enabled:1\r\n");
        assertThat(text(client, "INFO", "stats", "server", "stats").lines().filter(line -> line.startsWith("# ")))
                .containsExactly("# Server", "# Stats");
        assertThat(text(client, "INFO", "")).isEmpty();
    }

    @Test
    void theServerSectionIdentifiesTheNode() {
        Map<String, String> server = section(client, "Server");
        assertThat(server)
                .containsOnlyKeys(
                        "redis_version",
                        "redis_mode",
                        "divvy_version",
                        "divvy_name",
                        "os",
                        "arch_bits",
                        "process_id",
                        "run_id",
                        "tcp_port",
                        "uptime_in_seconds",
                        "uptime_in_days")
                .containsEntry("redis_mode", "cluster")
                .containsEntry("divvy_name", "n1")
                .containsEntry(
                        "process_id", Long.toString(ProcessHandle.current().pid()))
                .containsEntry(
                        "tcp_port",
                        Integer.toString(cluster.node("n1").address().getPort()))
                .containsEntry("run_id", text(client, "CLUSTER", "MYID"))
                .containsEntry("uptime_in_days", "0");
        assertThat(server.get("redis_version")).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(number(server, "uptime_in_seconds")).isBetween(0L, 3600L);
        assertThat(section(client, "Persistence")).isEqualTo(Map.of("loading", "0"));
        assertThat(section(client, "Replication"))
                .isEqualTo(Map.of(
                        "role",
                        "master",
                        "connected_slaves",
                        "0",
                        "divvy_backups",
                        "0",
                        "divvy_copied_entries",
                        "0",
                        "divvy_unsettled_tokens",
                        "0",
                        "divvy_lost_tokens",
                        "0"));
        assertThat(section(client, "Cluster")).isEqualTo(Map.of("cluster_enabled", "1"));
    }

    @Test
    void connectedClientsAreCounted() {
        long before = number(section(client, "Stats"), "total_connections_received");
        TestCluster.until("no other client is connected", () -> connected() == 1);
        try (RespClient second = cluster.client("n1");
                RespClient third = cluster.client("n1")) {
            assertThat(text(second, "PING")).isEqualTo("PONG");
            assertThat(text(third, "PING")).isEqualTo("PONG");
            assertThat(connected()).isEqualTo(3);
        }
        TestCluster.until("two of three have disconnected", () -> connected() == 1);
        assertThat(number(section(client, "Stats"), "total_connections_received"))
                .isEqualTo(before + 2);
        assertThat(section(client, "Clients"))
                .isEqualTo(Map.of("connected_clients", "1", "maxclients", "10000", "blocked_clients", "0"));
    }

    private long connected() {
        return number(section(client, "Clients"), "connected_clients");
    }

    @Test
    void theStatisticsFollowTheCommands() {
        assertThat(section(client, "Keyspace")).isEmpty();
        long empty = number(section(client, "Memory"), "used_memory");
        long commands = number(section(client, "Stats"), "total_commands_processed");
        for (int i = 0; i < 20; i++) {
            run("SET", "k" + i, "v".repeat(1000));
        }
        for (int i = 0; i < 5; i++) {
            run("SET", "t" + i, "v", "PX", "3600000");
            assertThat(client.ask("GET", "k" + i)).isNotNull();
            assertThat(client.ask("GET", "none" + i)).isNull();
        }
        assertThat(text(client, "DEL", "k0", "k1", "none")).isEqualTo("2");
        assertThat(client.askList("MGET", "k2", "k3", "none")).hasSize(3);
        Map<String, String> stats = section(client, "Stats");
        assertThat(stats)
                .containsOnlyKeys(
                        "total_connections_received",
                        "total_commands_processed",
                        "expired_keys",
                        "evicted_keys",
                        "keyspace_hits",
                        "keyspace_misses")
                .containsEntry("keyspace_hits", "7")
                .containsEntry("keyspace_misses", "6")
                .containsEntry("expired_keys", "0")
                .containsEntry("evicted_keys", "0");
        assertThat(number(stats, "total_commands_processed") - commands)
                .as("37 and the INFO before")
                .isEqualTo(38);
        assertThat(section(client, "Keyspace")).isEqualTo(Map.of("db0", "keys=23,expires=5,avg_ttl=0"));
        assertThat(text(client, "DBSIZE")).isEqualTo("23");

        Map<String, String> memory = section(client, "Memory");
        assertThat(number(memory, "used_memory") - empty).isBetween(18_000L, 40_000L);
        assertThat(memory)
                .containsEntry("maxmemory", Long.toString(Runtime.getRuntime().maxMemory() / 2))
                .containsEntry("maxmemory_policy", "allkeys-lru")
                .containsKeys(
                        "maxmemory_human",
                        "used_memory_human",
                        "used_memory_rss",
                        "total_system_memory",
                        "mem_allocator");

        for (int i = 0; i < 3; i++) {
            run("SET", "short" + i, "v", "PX", "1");
        }
        TestCluster.until("they expire", () -> number(section(client, "Stats"), "expired_keys") == 3);
        assertThat(section(client, "Keyspace")).isEqualTo(Map.of("db0", "keys=23,expires=5,avg_ttl=0"));

        run("CONFIG", "RESETSTAT");
        assertThat(section(client, "Stats"))
                .containsEntry("keyspace_hits", "0")
                .containsEntry("keyspace_misses", "0")
                .containsEntry("expired_keys", "0");
        run("FLUSHALL");
        assertThat(section(client, "Keyspace")).isEmpty();
        assertThat(number(section(client, "Memory"), "used_memory")).isEqualTo(empty);
    }

    @Test
    void theMemoryLimitAndItsEvictionsAreShown() {
        long limit = 200_000;
        try (TestCluster small = new TestCluster(
                                settings -> settings.withMaxMemory(limit).withTokens(16))
                        .with("n1");
                RespClient other = small.client("n1")) {
            for (int i = 0; i < 1000; i++) {
                assertThat(other.ask("SET", "k" + i, "v".repeat(1000))).isEqualTo("OK");
            }
            Map<String, String> memory = section(other, "Memory");
            assertThat(memory)
                    .containsEntry("maxmemory", "200000")
                    .containsEntry("maxmemory_human", "195.31K")
                    .containsEntry("maxmemory_policy", "allkeys-lru");
            assertThat(number(memory, "used_memory")).isBetween(limit / 2, limit + 10_000);
            long left = Long.parseLong(text(other, "DBSIZE"));
            assertThat(number(section(other, "Stats"), "evicted_keys")).isEqualTo(1000 - left);
            assertThat(section(other, "Server")).containsEntry("redis_mode", "standalone");
        }
    }

    @Test
    void entriesAreThoseOfTheNodeAndNodesAreNotCountedAsClients() {
        cluster.with("n2").withMaps();
        for (int i = 0; i < 200; i++) {
            run("SET", "k" + i, "v");
        }
        long sum = 0;
        for (String name : List.of("n1", "n2")) {
            try (RespClient other = cluster.client(name)) {
                String keys = Objects.requireNonNull(section(other, "Keyspace").get("db0"));
                long count = Long.parseLong(keys.replaceAll("keys=(\\d+),.*", "$1"));
                assertThat(count).as(name).isEqualTo(cluster.node(name).size()).isPositive();
                sum += count;
            }
        }
        assertThat(sum).isEqualTo(200);
        try (RespClient other = cluster.client("n2")) {
            TestCluster.until("n2 has one client", () -> number(section(other, "Clients"), "connected_clients") == 1);
        }
    }
}
