package dev.divvy.cli;

import static dev.divvy.cli.Shell.divvy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.distributor.StoreLocation;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.PingSettings;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.ping.PingServer;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.jr.ob.JSON;

/** {@code divvy units}, {@code divvy services} and {@code divvy table}, in a database and on a real Redis. */
class DistributorListsTest {

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @TempDir
    private Path folder;

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @Test
    void unitsInADatabase() {
        String url = database();
        String units = "--workunits-namespace=sites";
        assertThat(output("units", "add", "--store", url, units, "a", "b", "a")).isEqualTo("2 added");
        assertThat(output("units", "add", "--store", url, units, "b", "c", "d"))
                .isEqualTo("2 added, 1 already in the list");
        assertThat(output("units", "remove", "--store", url, units, "c", "x", "y"))
                .isEqualTo("1 removed, 2 not in the list");
        assertThat(output("units", "list", "--store", url, units)).isEqualTo("a\nb\nd");
        assertThat(JSON.std.anyFrom(output("units", "list", "--store", url, units, "--json")))
                .isEqualTo(List.of("a", "b", "d"));
        assertThat(store(url).names().read("sites")).containsExactly("a", "b", "d");
    }

    @Test
    void servicesInADatabaseAndTheTableOfItsDaemon() throws Exception {
        String url = database();
        daemon(store(url));
        assertThat(output("table", "--store", url)).isEqualTo("the table is empty");
        PingServer alive = PingServer.start("127.0.0.1", 0);
        open.push(alive);
        String service = "127.0.0.1:" + alive.port();
        assertThat(output("services", "add", service, "127.0.0.1:1", "--store", url))
                .isEqualTo("2 added");
        assertThat(output("units", "add", "b", "a", "--store", url)).isEqualTo("2 added");
        Program.await(
                "the table",
                () -> output("table", "--store", url).equals(service + "  2 units  a, b\n1 service, 2 units"));
        assertThat(JSON.std.anyFrom(output("table", "--json", "--store", url)))
                .isEqualTo(Map.of(service, List.of("a", "b")));
        assertThat(output("services", "list", "--store", url)).isEqualTo(service + "\n127.0.0.1:1");
        assertThat(JSON.std.anyFrom(output("services", "list", "--json", "--store", url)))
                .isEqualTo(List.of(Map.of("service", service), Map.of("service", "127.0.0.1:1")));
        assertThat(output("services", "remove", "127.0.0.1:1", "--store", url)).isEqualTo("1 removed");
    }

    @Test
    @NeedsRedis
    void namesFromTheStandardInputGoToARedis() throws Exception {
        RedisServer redis = RedisServer.start();
        open.push(redis);
        String at = "-redis-addrs=" + redis.host() + ":" + redis.port();
        ProcessBuilder command = Program.command(List.of("units", "add", at, "-", "last"));
        try (Program program = Program.start(folder, command)) {
            try (OutputStream in = program.process().getOutputStream()) {
                in.write("a b\nü\r\nlast\n".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(program.awaitExit()).as(program.output()).isZero();
            assertThat(program.output()).isEqualTo("3 added\n");
        }
        assertThat(output("units", "list", at)).isEqualTo("a b\nü\nlast");
        assertThat(output("units", "add", at, "--namespace", "other", "x")).isEqualTo("1 added");
        assertThat(output("units", "list", at, "--workunits-namespace=other")).isEqualTo("x");
        assertThat(output("services", "add", at, "10.0.0.1:9000")).isEqualTo("1 added");
        assertThat(output("services", "list", at)).isEqualTo("10.0.0.1:9000");
        assertThat(JSON.std.anyFrom(output("services", "list", at, "--json")))
                .isEqualTo(List.of(Map.of("service", "10.0.0.1:9000")));
        assertThat(output("units", "remove", at, "ü")).isEqualTo("1 removed");
        assertThat(output("table", at)).isEqualTo("the table is empty");
        try (Store store =
                RedisStore.at(RedisAddress.at(redis.host() + ":" + redis.port()), StoreNames.DEFAULT.distribution())) {
            assertThat(store.names().read("sys-channels")).containsExactlyInAnyOrder("a b", "last");
            assertThat(store.names().read("sys-robots-list")).containsExactly("10.0.0.1:9000");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            units add --store URL ok a,b                | 2 | "a,b" cannot be a name: a comma separates the units of the table; nothing was added
            services add --store URL 127.0.0.1:1 nine   | 2 | 'nine' is not a host:port
            units add --store URL                       | 2 | Missing required parameter
            units list --store memory                   | 2 | 'memory' is not one of redis, jdbc:URL
            table --jdbc http://127.0.0.1:1             | 2 | 'http://127.0.0.1:1' is not one of redis, jdbc:URL
            units list --store nowhere                  | 2 | 'nowhere' is not one of redis, jdbc:URL
            units list --redis redis://127.0.0.1:1      | 1 | 127.0.0.1:1
            units ad                                    | 2 | there is no command 'ad'
            """)
    void whatCannotBeIsSaidInOneLineAndNothingIsChanged(String words, int exitCode, String complaint) {
        String url = database();
        Shell shell = Shell.patiently(words.replace("URL", url).split(" ", -1));
        assertThat(shell.exitCode()).isEqualTo(exitCode);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err().lines()).singleElement().asString().contains(complaint.strip());
        assertThat(store(url).names().read("sys-channels")).isEmpty();
        assertThat(store(url).names().read("sys-robots-list")).isEmpty();
    }

    /** Returns the URL of a new in-memory database. */
    private static String database() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    private Store store(String url) {
        Store store = StoreLocation.in(new DatabaseLogin(url, Optional.empty(), Optional.empty()))
                .openNow(StoreNames.DEFAULT.distribution());
        open.push(store);
        return store;
    }

    private void daemon(Store store) {
        open.push(Distributor.start(
                store,
                DistributorSettings.of("d1")
                        .withPing(PingSettings.defaults().withTimeout(Duration.ofSeconds(20)))
                        .withPollInterval(Duration.ofMillis(100))));
    }

    private static String output(String... args) {
        boolean reads = args[0].equals("table") || args[1].equals("list");
        Shell shell = reads ? Shell.patiently(args) : divvy(args);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.exitCode()).isZero();
        return shell.out().strip();
    }
}
