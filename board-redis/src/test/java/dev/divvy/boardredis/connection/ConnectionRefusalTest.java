package dev.divvy.boardredis.connection;

import static dev.divvy.boardredis.connection.RedisScriptClientTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.net.FaultyProxy;
import dev.divvy.testservers.redis.Certificates;
import dev.divvy.testservers.redis.RedisCluster;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A Redis that refuses the connection: one sentence says which one, and what to change. */
@Timeout(300)
@NeedsRedis
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConnectionRefusalTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration BOUND = TIMEOUT.plusSeconds(2);
    private static final int TRIES = 5;
    private static final Script ONE = new Script("one", "return 1");
    private static final String SECRET = "open sesame";

    private final Certificates certificates = Certificates.shared();
    private final RedisServer encrypted = RedisServer.startEncrypted(certificates, Optional.of(SECRET));
    private final RedisServer plain = RedisServer.shared();

    @AfterAll
    void end() {
        encrypted.close();
    }

    private static String address(RedisServer server) {
        return server.host() + ":" + server.port();
    }

    private static @Nullable Object run(RedisAddress address) {
        try (RedisScriptClient client = new RedisScriptClient(address)) {
            return client.update(ONE, List.of(bytes("k")), List.of(), TIMEOUT);
        }
    }

    private record Attempt(RedisAccessException failure, Duration took) {

        static Attempt at(RedisAddress address) {
            long before = System.nanoTime();
            RedisAccessException failure = catchThrowableOfType(RedisAccessException.class, () -> run(address));
            assertThat(failure).as("%s", address).isNotNull();
            return new Attempt(failure, Duration.ofNanos(System.nanoTime() - before));
        }

        /** Whether no reply came, or too late, as on a machine that is paused for a while. */
        boolean isInconclusive() {
            return failure.kind() == Kind.UNAVAILABLE || took.compareTo(BOUND) >= 0;
        }
    }

    private static void refuses(RedisAddress address, String where, String... words) {
        Attempt attempt = Attempt.at(address);
        for (int tries = 1; tries < TRIES && attempt.isInconclusive(); tries++) {
            attempt = Attempt.at(address);
        }
        RedisAccessException failure = attempt.failure();
        assertThat(failure.getMessage()).contains(where).contains(words).doesNotContain(SECRET, "guess");
        assertThat(failure.getMessage()).doesNotContain("\n");
        assertThat(failure.kind()).as("%s", failure.getMessage()).isEqualTo(Kind.REFUSED);
        assertThat(attempt.took()).isLessThan(BOUND);
    }

    @Test
    void theRightPasswordAndTheRightCertificateAreAccepted() {
        RedisAddress address = RedisAddress.at(address(encrypted)).withPassword(SECRET);
        assertThat(run(address.withTls(certificates.authority()))).isEqualTo(1L);
        assertThat(run(address.withTls(certificates.stranger(), certificates.authority())))
                .as("signed by the second one")
                .isEqualTo(1L);
        RedisAddress byName = RedisAddress.at("localhost:" + encrypted.port()).withPassword(SECRET);
        assertThat(run(byName.withTls(certificates.authority()))).isEqualTo(1L);
    }

    @Test
    void aWrongPasswordIsReported() {
        RedisAddress address = RedisAddress.at(address(encrypted)).withTls(certificates.authority());
        refuses(address.withPassword("guess"), address(encrypted), "refuses the password");
        refuses(address, address(encrypted), "requires a password");
        refuses(RedisAddress.at(address(plain)).withPassword("guess"), address(plain), "has no password");
    }

    @Test
    void anUnknownAuthorityIsReported() {
        RedisAddress address = RedisAddress.at(address(encrypted)).withPassword(SECRET);
        refuses(address.withTls(certificates.stranger()), address(encrypted), "root certificate", "stranger");
        refuses(address.withTls(), address(encrypted), "root certificate");
    }

    @Test
    void aCertificateOfAnotherHostIsReported() {
        try (FaultyProxy proxy = FaultyProxy.from("127.0.0.2", encrypted)) {
            RedisAddress address = RedisAddress.at(proxy.address()).withPassword(SECRET);
            refuses(address.withTls(certificates.authority()), proxy.address(), "another host name");
        }
    }

    @Test
    void tlsWhereThereIsNone() {
        refuses(RedisAddress.at(address(plain)).withTls(certificates.authority()), address(plain), "turn TLS off");
    }

    @Test
    void noTlsWhereItIsWanted() {
        refuses(RedisAddress.at(address(encrypted)).withPassword(SECRET), address(encrypted), "turn TLS on");
        refuses(RedisAddress.at(address(encrypted)), address(encrypted), "turn TLS on");
    }

    @Test
    void oneNodeOfAClusterIsNotEnough() {
        String node = RedisCluster.shared().addresses().get(0);
        refuses(RedisAddress.at(node), node, "several addresses");
    }

    @Test
    void aSingleServerIsNoCluster() {
        refuses(RedisAddress.at(address(plain), address(plain)), address(plain), "not a node of a cluster");
    }

    @Test
    void certificatesThatCannotBeReadAreRefusedAtOnce() {
        assertThatThrownBy(() ->
                        new RedisScriptClient(RedisAddress.at("127.0.0.1:1").withTls(Path.of("no-such.pem"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-such.pem");
    }

    @Test
    void anAddressIsAHostAndAPort() {
        for (String wrong : List.of("", "localhost", "localhost:", ":6379", "redis://a:1", "a:70000", "a b:1")) {
            assertThatThrownBy(() -> RedisAddress.at(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"" + wrong + "\"");
        }
        assertThatThrownBy(RedisAddress::at).isInstanceOf(IllegalArgumentException.class);
        assertThat(RedisAddress.at("[::1]:6379").isCluster()).isFalse();
    }
}
