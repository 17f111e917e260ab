package dev.divvy.cli.distributor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.SettingDefaults;
import dev.divvy.distributor.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The options of a store, in a command without other options. */
class StoreOptionsTest {

    @Command(name = "distributor")
    private static final class Some {
        @Mixin
        private final StoreOptions store = new StoreOptions();
    }

    @Test
    void thePasswordIsTakenAsItIsAndNeverShown() {
        for (RedisAddress place : new RedisAddress[] {
            redis(Map.of(), "-redis-pass=open sesame"),
            redis(Map.of(), "--redis-pass", "open sesame"),
            redis(Map.of("REDIS_PASS", "open sesame"))
        }) {
            assertThat(place.password()).contains("open sesame");
            assertThat(place.toString()).doesNotContain("sesame");
        }
        assertThat(redis(Map.of()).password()).isEmpty();
        assertThat(redis(Map.of("REDIS_PASS", "x"), "-redis-pass=").password()).isEmpty();
        assertThat(redis(Map.of(), "-redis-pass", "-dash").password()).contains("-dash");
        for (String odd : List.of("-dash", "a$$b", "${PATH}", "$", "\"quoted\"", "a,b", " x ")) {
            assertThat(redis(Map.of("REDIS_PASS", odd)).password()).contains(odd);
        }
    }

    @Test
    void rootCertificatesAreReadNowAndOnlyWithTls(@TempDir Path folder) throws Exception {
        Path authority = Files.writeString(folder.resolve("authority.pem"), somebodysCertificate());
        assertThat(redis(Map.of("REDIS_ROOTCA_CERTS", authority.toString()), "-redis-tls")
                        .rootCertificates())
                .containsExactly(authority);
        Path another = Files.copy(authority, folder.resolve("another.pem"));
        assertThat(redis(Map.of(), "-redis-tls", "-redis-rootca-certs=" + authority + ", " + another)
                        .rootCertificates())
                .containsExactly(authority, another);
        assertThatThrownBy(() -> redis(Map.of(), "-redis-tls", "-redis-rootca-certs=" + authority + ",/nowhere"))
                .hasMessageContaining("--redis-ca: '/nowhere' cannot be read");
        assertThat(redis(Map.of(), "-redis-rootca-certs=/nowhere").rootCertificates())
                .isEmpty();
        assertThatThrownBy(() -> redis(Map.of(), "-redis-tls", "-redis-rootca-certs=/nowhere"))
                .hasMessageContaining("--redis-ca: '/nowhere' cannot be read");
        assertThatThrownBy(() -> redis(Map.of("REDIS_ROOTCA_CERTS", "/nowhere"), "-redis-tls"))
                .hasMessageContaining("REDIS_ROOTCA_CERTS in the environment: '/nowhere' cannot be read");
        assertThatThrownBy(() -> redis(Map.of(), "-redis-tls", "-redis-rootca-certs=/etc/hostname"))
                .hasMessageContaining("'/etc/hostname' is not a file of certificates in PEM");
    }

    @Test
    void aDatabaseHasAUserAndAPassword() {
        Map<String, String> environment = Map.of("DIVVY_JDBC_PASSWORD", "secret", "JDBC_USER", "of another program");
        CommandLine command = parsed(environment, "--store=jdbc:h2:mem:x;PASSWORD=hush", "--jdbc-user", "me");
        assertThat(options(command).database().user()).contains("me");
        assertThat(options(command).database().password()).contains("secret");
        assertThat(place(command).shown()).isEqualTo("jdbc:h2:mem:x;PASSWORD=***");
    }

    @Test
    void aDatabaseGetsTheTablesThatAreMissingAndKeepsWhatIsAdded() {
        String url = "--store=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        for (int added : List.of(2, 0)) {
            try (Store store = place(parsed(Map.of(), url)).openNow("t")) {
                assertThat(store.names().add("units", List.of("a", "b"))).isEqualTo(added);
                assertThat(store.names().read("units")).containsExactly("a", "b");
            }
        }
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsOneLine() {
        StoreLocation nowhere = place(parsed(Map.of(), "--store=jdbc:postgresql://127.0.0.1:1/x?password=hush"));
        assertThatThrownBy(() -> nowhere.openNow("t"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(
                        "store: cannot reach jdbc:postgresql://127.0.0.1:1/x?password=***; is the server up?")
                .hasMessageContaining("refused")
                .hasMessageNotContaining("hush");
    }

    @Test
    void aDatabaseThatRefusesThePasswordIsOneLineThatSaysWhereItIsGiven() throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        try (Connection keeper = DriverManager.getConnection(url, "me", "hush")) {
            assertThat(keeper.isValid(1)).isTrue();
            StoreLocation refusing =
                    place(parsed(Map.of(), "--store=" + url, "--jdbc-user=me", "--jdbc-password=guess"));
            assertThatThrownBy(() -> refusing.openNow("t"))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("store: wrong user or password for " + url + " as user 'me'")
                    .hasMessageContaining("--jdbc-password-file or DIVVY_JDBC_PASSWORD")
                    .hasMessageNotContaining("guess");
        }
    }

    /** Returns a certificate that this JVM trusts, in PEM. */
    private static String somebodysCertificate() throws GeneralSecurityException {
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init((KeyStore) null);
        X509TrustManager manager = (X509TrustManager) trusted.getTrustManagers()[0];
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(manager.getAcceptedIssuers()[0].getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    private static RedisAddress redis(Map<String, String> environment, String... args) {
        CommandLine command = parsed(environment, args);
        return options(command).redis(command);
    }

    private static StoreLocation place(CommandLine command) {
        return options(command).location(command);
    }

    private static StoreOptions options(CommandLine command) {
        return command.<Some>getCommand().store;
    }

    private static CommandLine parsed(Map<String, String> environment, String... args) {
        CommandLine command = new CommandLine(new Some()).setDefaultValueProvider(new SettingDefaults(environment));
        command.parseArgs(args);
        return command;
    }
}
