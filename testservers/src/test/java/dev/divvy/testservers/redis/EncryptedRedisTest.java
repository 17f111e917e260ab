package dev.divvy.testservers.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.needs.NeedsRedis;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsRedis
@Tag("long")
class EncryptedRedisTest {

    private final Certificates certificates = Certificates.shared();

    @Test
    void aClientWithAuthorityAndPasswordIsServedAlsoAfterAKill() throws Exception {
        try (RedisServer server = RedisServer.startEncrypted(certificates, Optional.of("se cret"))) {
            assertThat(server.address()).isEqualTo("rediss://127.0.0.1:" + server.port());
            try (RedisClient client = trusting(certificates.authority(), server)) {
                assertThatThrownBy(() -> client.call("PING")).hasMessageStartingWith("NOAUTH");
                assertThatThrownBy(() -> client.call("AUTH", "guess")).hasMessageStartingWith("WRONGPASS");
                assertThat(client.call("AUTH", "se cret")).isEqualTo("OK");
                assertThat(client.call("SET", "k", "kept")).isEqualTo("OK");
            }
            server.kill();
            server.startAgain();
            try (RedisClient client = trusting(certificates.authority(), server)) {
                client.call("AUTH", "se cret");
                assertThat(client.call("GET", "k")).isEqualTo("kept");
            }
        }
    }

    @Test
    void aClientWithAnotherAuthorityOrWithoutTlsIsRejected() throws Exception {
        try (RedisServer server = RedisServer.startEncrypted(certificates, Optional.empty())) {
            try (RedisClient client = trusting(certificates.stranger(), server)) {
                assertThatThrownBy(() -> client.call("PING")).isInstanceOf(SSLException.class);
            }
            try (RedisClient client = RedisClient.plain(server.port())) {
                assertThatThrownBy(() -> client.call("PING")).isInstanceOf(IOException.class);
            }
            try (RedisClient client = trusting(certificates.authority(), server)) {
                assertThat(client.call("PING")).isEqualTo("PONG");
            }
        }
    }

    @Test
    void theCertificateIsForTheNamesOfThisMachineOnly() throws Exception {
        try (RedisServer server = RedisServer.startEncrypted(certificates, Optional.empty())) {
            shakeHands("127.0.0.1", server);
            shakeHands("localhost", server);
            assertThatThrownBy(() -> shakeHands("divvy.dev", server))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("divvy.dev");
        }
    }

    @Test
    void itIsNeverExternal() {
        System.setProperty("divvy.test.redis", "redis://127.0.0.1:1");
        try (RedisServer server = RedisServer.startEncrypted(certificates, Optional.empty())) {
            assertThat(server.ours()).isTrue();
            assertThat(server.address()).isEqualTo("rediss://127.0.0.1:" + server.port());
        } finally {
            System.clearProperty("divvy.test.redis");
        }
    }

    @Test
    void aPlainServerWithAPasswordStartsAndAsksForIt() throws IOException {
        try (RedisServer server = RedisServer.start(Map.of("requirepass", "secret"));
                RedisClient client = RedisClient.plain(server.port())) {
            assertThatThrownBy(() -> client.call("PING")).hasMessageStartingWith("NOAUTH");
            assertThat(client.call("AUTH", "secret")).isEqualTo("OK");
        }
    }

    @Test
    void aPortInTheSettingsIsRefused() {
        assertThatThrownBy(() -> RedisServer.start(Map.of("tls-port", "6380")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tls-port 6380");
    }

    /** Connects like a client that verifies the name of the server. */
    private void shakeHands(String name, RedisServer server) throws Exception {
        try (Socket plain = new Socket(server.host(), server.port());
                SSLSocket socket = (SSLSocket) context(certificates.authority())
                        .getSocketFactory()
                        .createSocket(plain, name, server.port(), true)) {
            SSLParameters strict = socket.getSSLParameters();
            strict.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(strict);
            socket.startHandshake();
        }
    }

    private static RedisClient trusting(Path authority, RedisServer server) throws Exception {
        return RedisClient.encrypted(server.port(), context(authority));
    }

    private static SSLContext context(Path authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
