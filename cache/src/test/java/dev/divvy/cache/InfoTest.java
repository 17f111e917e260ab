package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** INFO over a real connection: each section has its fields, and the figures are those of what happened. */
class InfoTest {

    private static final List<String> SECTIONS =
            List.of("Server", "Clients", "Memory", "Persistence", "Stats", "Replication", "Cluster", "Keyspace");

    private Fleet fleet;
    private Talk talk;

    @BeforeEach
    void start() {
        fleet = new Fleet().with("n1").withMaps();
        talk = fleet.talk("n1");
    }

    @AfterEach
    void stop() {
        talk.close();
        fleet.close();
    }

    private static String text(Talk talk, String... words) {
        return String.valueOf(Objects.requireNonNull(talk.ask(words)));
    }

    /** The fields of one section, which must be all that is answered. */
    private static Map<String, String> section(Talk talk, String name) {
        String text = text(talk, "INFO", name);
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

    private void say(String... words) {
        assertThat(text(talk, words)).isEqualTo("OK");
    }

    @Test
    void allSectionsComeInOrderAndWhatIsUnknownIsEmpty() {
        String all = text(talk, "INFO");
        assertThat(all.lines().filter(line -> line.startsWith("# ")).map(line -> line.substring(2)))
                .containsExactlyElementsOf(SECTIONS);
        for (String every : List.of("all", "default", "everything", "EVERYTHING")) {
            assertThat(text(talk, "INFO", every).lines().filter(line -> line.startsWith("# ")))
                    .as(every)
                    .hasSize(SECTIONS.size());
        }
        assertThat(text(talk, "INFO", "unknownsection")).isEmpty();
        assertThat(text(talk, "INFO", "unknownsection", "cLuStEr", "nothing"))
                .isEqualTo("# Cluster\r\ncluster_enabled:1\r\n");
        assertThat(text(talk, "INFO", "stats", "server", "stats").lines().filter(line -> line.startsWith("# ")))
                .containsExactly("# Server", "# Stats");
        assertThat(text(talk, "INFO", "")).isEmpty();
    }

    @Test
    void aNodeSaysWhoItIs() {
        Map<String, String> server = section(talk, "Server");
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
                        "tcp_port", Integer.toString(fleet.node("n1").address().getPort()))
                .containsEntry("run_id", text(talk, "CLUSTER", "MYID"))
                .containsEntry("uptime_in_days", "0");
        assertThat(server.get("redis_version")).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(number(server, "uptime_in_seconds")).isBetween(0L, 3600L);
        assertThat(section(talk, "Persistence")).isEqualTo(Map.of("loading", "0"));
        assertThat(section(talk, "Replication")).isEqualTo(Map.of("role", "master", "connected_slaves", "0"));
        assertThat(section(talk, "Cluster")).isEqualTo(Map.of("cluster_enabled", "1"));
    }

    @Test
    void clientsAreCountedWhileTheyAreThere() {
        long before = number(section(talk, "Stats"), "total_connections_received");
        Fleet.until("this one is alone", () -> connected() == 1);
        try (Talk second = fleet.talk("n1");
                Talk third = fleet.talk("n1")) {
            assertThat(text(second, "PING")).isEqualTo("PONG");
            assertThat(text(third, "PING")).isEqualTo("PONG");
            assertThat(connected()).isEqualTo(3);
        }
        Fleet.until("two of three are gone", () -> connected() == 1);
        assertThat(number(section(talk, "Stats"), "total_connections_received")).isEqualTo(before + 2);
        assertThat(section(talk, "Clients"))
                .isEqualTo(Map.of("connected_clients", "1", "maxclients", "10000", "blocked_clients", "0"));
    }

    private long connected() {
        return number(section(talk, "Clients"), "connected_clients");
    }

    @Test
    void theFiguresAreThoseOfWhatHappened() {
        assertThat(section(talk, "Keyspace")).isEmpty();
        long empty = number(section(talk, "Memory"), "used_memory");
        long commands = number(section(talk, "Stats"), "total_commands_processed");
        for (int i = 0; i < 20; i++) {
            say("SET", "k" + i, "v".repeat(1000));
        }
        for (int i = 0; i < 5; i++) {
            say("SET", "t" + i, "v", "PX", "3600000");
            assertThat(talk.ask("GET", "k" + i)).isNotNull();
            assertThat(talk.ask("GET", "none" + i)).isNull();
        }
        assertThat(text(talk, "DEL", "k0", "k1", "none")).isEqualTo("2");
        assertThat(talk.askList("MGET", "k2", "k3", "none")).hasSize(3);
        Map<String, String> stats = section(talk, "Stats");
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
        assertThat(section(talk, "Keyspace")).isEqualTo(Map.of("db0", "keys=23,expires=5,avg_ttl=0"));
        assertThat(text(talk, "DBSIZE")).isEqualTo("23");

        Map<String, String> memory = section(talk, "Memory");
        assertThat(number(memory, "used_memory") - empty).isBetween(18_000L, 40_000L);
        assertThat(memory)
                .containsEntry("maxmemory", "0")
                .containsEntry("maxmemory_human", "0B")
                .containsEntry("maxmemory_policy", "noeviction")
                .containsKeys("used_memory_human", "used_memory_rss", "total_system_memory", "mem_allocator");

        for (int i = 0; i < 3; i++) {
            say("SET", "short" + i, "v", "PX", "1");
        }
        Fleet.until("they expire", () -> number(section(talk, "Stats"), "expired_keys") == 3);
        assertThat(section(talk, "Keyspace")).isEqualTo(Map.of("db0", "keys=23,expires=5,avg_ttl=0"));

        say("CONFIG", "RESETSTAT");
        assertThat(section(talk, "Stats"))
                .containsEntry("keyspace_hits", "0")
                .containsEntry("keyspace_misses", "0")
                .containsEntry("expired_keys", "0");
        say("FLUSHALL");
        assertThat(section(talk, "Keyspace")).isEmpty();
        assertThat(number(section(talk, "Memory"), "used_memory")).isEqualTo(empty);
    }

    @Test
    void aBoundOfTheMemoryAndWhatItCostsAreTold() {
        long most = 200_000;
        try (Fleet small = new Fleet(settings -> settings.withMaxMemory(most).withTokens(16)).with("n1");
                Talk other = small.talk("n1")) {
            for (int i = 0; i < 1000; i++) {
                assertThat(other.ask("SET", "k" + i, "v".repeat(1000))).isEqualTo("OK");
            }
            Map<String, String> memory = section(other, "Memory");
            assertThat(memory)
                    .containsEntry("maxmemory", "200000")
                    .containsEntry("maxmemory_human", "195.31K")
                    .containsEntry("maxmemory_policy", "allkeys-lru");
            assertThat(number(memory, "used_memory")).isBetween(most / 2, most + 10_000);
            long left = Long.parseLong(text(other, "DBSIZE"));
            assertThat(number(section(other, "Stats"), "evicted_keys")).isEqualTo(1000 - left);
            assertThat(section(other, "Server")).containsEntry("redis_mode", "standalone");
        }
    }

    @Test
    void entriesAreThoseOfTheNodeAskedAndNodesAreNoClients() {
        fleet.with("n2").withMaps();
        for (int i = 0; i < 200; i++) {
            say("SET", "k" + i, "v");
        }
        long sum = 0;
        for (String name : List.of("n1", "n2")) {
            try (Talk other = fleet.talk(name)) {
                String keys = Objects.requireNonNull(section(other, "Keyspace").get("db0"));
                long here = Long.parseLong(keys.replaceAll("keys=(\\d+),.*", "$1"));
                assertThat(here).as(name).isEqualTo(fleet.node(name).size()).isPositive();
                sum += here;
            }
        }
        assertThat(sum).isEqualTo(200);
        try (Talk other = fleet.talk("n2")) {
            Fleet.until("n2 has one client", () -> number(section(other, "Clients"), "connected_clients") == 1);
        }
    }
}
