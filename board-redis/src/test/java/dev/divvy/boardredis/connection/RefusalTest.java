package dev.divvy.boardredis.connection;

import static dev.divvy.boardredis.connection.LinkTest.bytes;
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

/** A place that does not let us in: one sentence says where, and what to change. */
@Timeout(300)
@NeedsRedis
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalTest {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration BOUND = PATIENCE.plusSeconds(2);
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

    private static @Nullable Object ask(RedisAddress place) {
        try (RedisScriptClient link = new RedisScriptClient(place)) {
            return link.change(ONE, List.of(bytes("k")), List.of(), PATIENCE);
        }
    }

    private record Attempt(RedisAccessException trouble, Duration took) {

        static Attempt at(RedisAddress place) {
            long before = System.nanoTime();
            RedisAccessException trouble = catchThrowableOfType(RedisAccessException.class, () -> ask(place));
            assertThat(trouble).as("%s", place).isNotNull();
            return new Attempt(trouble, Duration.ofNanos(System.nanoTime() - before));
        }

        /** As on a machine that stands still for a while: nothing was heard, or too late. */
        boolean isVain() {
            return trouble.kind() == Kind.AWAY || took.compareTo(BOUND) >= 0;
        }
    }

    private static void refuses(RedisAddress place, String where, String... words) {
        Attempt attempt = Attempt.at(place);
        for (int tries = 1; tries < TRIES && attempt.isVain(); tries++) {
            attempt = Attempt.at(place);
        }
        RedisAccessException trouble = attempt.trouble();
        assertThat(trouble.getMessage()).contains(where).contains(words).doesNotContain(SECRET, "guess");
        assertThat(trouble.getMessage()).doesNotContain("\n");
        assertThat(trouble.kind()).as("%s", trouble.getMessage()).isEqualTo(Kind.REFUSED);
        assertThat(attempt.took()).isLessThan(BOUND);
    }

    @Test
    void theRightPasswordAndTheRightCertificateAreLetIn() {
        RedisAddress place = RedisAddress.at(address(encrypted)).withPassword(SECRET);
        assertThat(ask(place.withTls(certificates.authority()))).isEqualTo(1L);
        RedisAddress byName = RedisAddress.at("localhost:" + encrypted.port()).withPassword(SECRET);
        assertThat(ask(byName.withTls(certificates.authority()))).isEqualTo(1L);
    }

    @Test
    void aWrongPasswordIsNamed() {
        RedisAddress place = RedisAddress.at(address(encrypted)).withTls(certificates.authority());
        refuses(place.withPassword("guess"), address(encrypted), "refuses the password");
        refuses(place, address(encrypted), "wants a password");
        refuses(RedisAddress.at(address(plain)).withPassword("guess"), address(plain), "has no password");
    }

    @Test
    void anUnknownAuthorityIsNamed() {
        RedisAddress place = RedisAddress.at(address(encrypted)).withPassword(SECRET);
        refuses(place.withTls(certificates.stranger()), address(encrypted), "root certificate", "stranger");
        refuses(place.withTls(), address(encrypted), "root certificate");
    }

    @Test
    void aCertificateOfAnotherHostIsNamed() {
        try (FaultyProxy detour = FaultyProxy.from("127.0.0.2", encrypted)) {
            RedisAddress place = RedisAddress.at(detour.address()).withPassword(SECRET);
            refuses(place.withTls(certificates.authority()), detour.address(), "another host name");
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
    void aServerAloneIsNoCluster() {
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
