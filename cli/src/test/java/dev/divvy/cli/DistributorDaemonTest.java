package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.ping.PingServer;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.Certificates;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The daemon as a process, on a real Redis. */
@Timeout(300)
@NeedsRedis
class DistributorDaemonTest {

    private static final String SECRET = "open-sesame";

    /** The daemon logs under its own name; after a pause, other loggers warn under theirs. */
    private static final Pattern LINE = Pattern.compile("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} "
            + "(INFO  distributor: .*|WARN  \\w+: .*|ERROR distributor: .*; trying again)");

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    @Test
    void theUnitsAreDividedAndWhenTheWriterEndsAnotherTakesOverWithoutAMove() throws Exception {
        RedisLine redis = new RedisLine(RedisServer.shared());
        PingServer first = service(redis, "s1");
        PingServer second = service(redis, "s1");
        PingServer third = service(redis, "s2");
        redis.say("LPUSH u1 workunit1 workunit2 workunit3 workunit4 workunit5 workunit6");
        int port = Program.freePort();
        List<String> names = List.of(
                "--services-namespaces", "s1,s2", "-one-set", "-workunits-namespace=u1", "--distribution-namespace=t1");
        Program daemon = daemon(redis.server(), names, "-prom-port=" + port);
        daemon.awaitOutput("started, to divide u1 among s1, s2 into t1 in Redis at " + at(redis.server())
                + ": stable for all lists together, every 100ms");
        Map<String, String> table = awaitTable(redis, List.of(2, 2, 2));
        assertThat(table).containsOnlyKeys(name(first), name(second), name(third));
        assertThat(units(table.values())).hasSize(6).contains("workunit1", "workunit6");
        String gone = name(third);
        third.close();
        table = awaitTable(redis, List.of(3, 3));
        daemon.awaitOutput("WARN  distributor: service " + gone + " does not answer: ");
        figures(daemon, port);
        assertThat(daemon.output().lines()).allMatch(line -> LINE.matcher(line).matches());
        anotherTakesOver(daemon, redis, names, table);
    }

    private static Map<String, String> awaitTable(RedisLine redis, List<Integer> sizes) {
        return Program.awaitSuch(
                "units " + sizes, () -> redis.hash("t1"), table -> sizes(table).equals(sizes));
    }

    private void anotherTakesOver(Program former, RedisLine redis, List<String> names, Map<String, String> table)
            throws Exception {
        int port = Program.freePort();
        Program next = daemon(redis.server(), names, "--prom-port", Integer.toString(port));
        next.awaitOutput(" writes the table; .* stands by to take over");
        Program.signal(former.process().pid(), "TERM");
        assertThat(former.awaitExit()).as(former.output()).isZero();
        next.awaitOutput("writes the table from now on");
        Program.await(
                "rounds of the next one",
                () -> HttpPage.get(port, "/metrics").body().matches("(?s).*\ndivvy_distributor_rounds_total [1-9].*"));
        next.interrupt();
        assertThat(next.awaitExit()).isZero();
        assertThat(next.output()).doesNotContain(" published ");
        assertThat(redis.hash("t1")).as("the table stays").isEqualTo(table);
    }

    private static void figures(Program daemon, int port) {
        // The metrics follow the table, and are zero while a pause has cost the writer its lease.
        HttpPage metrics = await(
                port,
                "/metrics",
                answer -> Stream.of(
                                "\ndivvy_distributor_writing 1.0\n",
                                "\ndivvy_distributor_services{state=\"alive\"} 2.0\n",
                                "\ndivvy_distributor_epoch 2.0\n")
                        .allMatch(figure -> answer.body().contains(figure)));
        assertThat(metrics.status()).isEqualTo(200);
        String failedRounds = daemon.output().contains("; trying again") ? "[0-9]+" : "0";
        assertThat(metrics.body())
                .contains("\ndivvy_distributor_units 6.0\n", "\njvm_memory_used_bytes{")
                .contains("\ndivvy_distributor_services{state=\"denied\"} 1.0\n")
                .contains("\ndivvy_distributor_redistributions_total 2.0\n")
                .contains("\ndivvy_distributor_denials_total 1.0\n", "\ndivvy_distributor_returns_total 0.0\n")
                .contains("\ndivvy_distributor_refused_names 0.0\n")
                .containsPattern("\ndivvy_distributor_store_errors_total " + failedRounds + "\\.0\n")
                .containsPattern("\ndivvy_distributor_moved_units_total [2-6]\\.0\n")
                .containsPattern("\ndivvy_distributor_rounds_total [1-9]")
                .containsPattern("\ndivvy_distributor_pings_total [1-9]")
                .containsPattern("\ndivvy_distributor_failed_pings_total [1-9]")
                .containsPattern("\ndivvy_distributor_ping_seconds_count [1-9]")
                .containsPattern("\ndivvy_distributor_ping_seconds_sum [0-9]")
                .containsPattern("\ndivvy_distributor_last_round_seconds [0-9]");
        MetricsPage.check("divvy_distributor_", metrics.body());
        await(port, "/readyz", ready -> ready.body().equals("writes the table\n"));
        assertThat(HttpPage.get(port, "/healthz").body()).isEqualTo("alive\n");
        assertThat(HttpPage.get(port, "/version").body()).matches("[0-9.]+.*\n");
        assertThat(HttpPage.get(port, "/api/status").status()).isEqualTo(404);
        assertThat(HttpPage.ask("POST", port, "/metrics").status()).isEqualTo(405);
        assertThat(HttpPage.get(port, "/").status()).isEqualTo(404);
    }

    @Test
    void itStartsWithoutRedisAndBeginsWhenRedisIsThere() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            RedisLine redis = new RedisLine(server);
            service(redis, "sys-robots-list");
            redis.say("LPUSH sys-channels a b");
            server.stop();
            int port = Program.freePort();
            Program daemon = daemon(server, List.of(), "-prom-port=" + port);
            daemon.awaitOutput(
                    "ERROR distributor: [^\n]*Redis at " + at(server) + " cannot be reached[^\n]*; trying again");
            // At this moment it may report another problem with the same cause.
            HttpPage health = await(port, "/readyz", answer -> answer.body().contains("cannot be reached"));
            assertThat(health.status()).isEqualTo(503);
            assertThat(health.body().lines()).hasSize(1);
            server.startAgain();
            daemon.awaitOutput("the store answers again");
            Program.await(
                    "a table", () -> sizes(redis.hash("sys-matching-table")).equals(List.of(2)));
            server.stop();
            Program.signal(daemon.process().pid(), "TERM");
            assertThat(daemon.awaitExit()).as("ends also when Redis is away").isZero();
        }
    }

    @Test
    void aDaemonThatIsRefusedReportsWhyInOneLineAndRetriesWithPauses() throws Exception {
        Certificates certificates = Certificates.shared();
        try (RedisServer encrypted = RedisServer.startEncrypted(certificates, Optional.of(SECRET));
                RedisServer plain = RedisServer.start(Map.of("requirepass", SECRET))) {
            RedisLine redis = new RedisLine(plain);
            long began = System.nanoTime();
            Program stranger = daemon(
                    encrypted,
                    List.of("-redis-tls", "-redis-rootca-certs=" + certificates.stranger(), "-redis-pass=" + SECRET));
            Program guess = daemon(plain, List.of(), "-redis-pass=guess");
            stranger.awaitOutput(
                    "ERROR distributor: [^\n]*presents a certificate that is not signed by a trusted root");
            guess.awaitOutput("ERROR distributor: [^\n]*refuses the password; give the right one; trying again");
            Program.await("another try", () -> refusals(redis) > 1);
            double seconds = (System.nanoTime() - began) / 1e9;
            assertThat(refusals(redis) / seconds).as("attempts per second").isLessThan(20);
            for (Program one : List.of(stranger, guess)) {
                assertThat(one.process().isAlive()).isTrue();
                assertThat(one.output()).doesNotContain("\tat ", "Exception", SECRET, "guess");
                long most = 2 + (System.nanoTime() - began) / TimeUnit.SECONDS.toNanos(5);
                assertThat(one.output().lines().filter(line -> line.contains("ERROR")))
                        .as("the same problem is logged once a minute, another one every 5 s")
                        .hasSizeLessThanOrEqualTo((int) most);
                Program.signal(one.process().pid(), "TERM");
                assertThat(one.awaitExit()).isZero();
            }
        }
    }

    /** Returns the number of logins with a wrong password. */
    private static long refusals(RedisLine redis) {
        return redis.say("AUTH " + SECRET, "INFO commandstats").stream()
                .filter(line -> line.startsWith("cmdstat_auth:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*failed_calls=([0-9]+).*", "$1")))
                .sum();
    }

    private Program daemon(RedisServer server, List<String> some, String... more) {
        List<String> args = new ArrayList<>(List.of("distributor", "-redis-addrs=" + at(server)));
        args.addAll(some);
        args.addAll(List.of(more));
        ProcessBuilder command = Program.command(args);
        command.environment().putAll(Map.of("POLL_INTERVAL", "100ms", "PING_TIMEOUT", "30s", "PROM_PORT", "0"));
        Program program = Program.start(folder, command);
        open.add(program);
        return program;
    }

    private PingServer service(RedisLine redis, String namespace) {
        PingServer server = PingServer.start("127.0.0.1", 0);
        open.add(server);
        redis.say("LPUSH " + namespace + " " + name(server));
        return server;
    }

    private static String name(PingServer server) {
        return "127.0.0.1:" + server.port();
    }

    private static String at(RedisServer server) {
        return server.host() + ":" + server.port();
    }

    private static Set<String> units(Collection<String> values) {
        return new TreeSet<>(Arrays.asList(String.join(",", values).split(",", -1)));
    }

    /** Returns the number of units per service. */
    private static List<Integer> sizes(Map<String, String> table) {
        return table.values().stream()
                .map(units -> units.split(",", -1).length)
                .sorted()
                .toList();
    }

    private static HttpPage await(int port, String path, Predicate<HttpPage> awaited) {
        return Program.awaitSuch("the awaited " + path, () -> HttpPage.get(port, path), awaited);
    }
}
