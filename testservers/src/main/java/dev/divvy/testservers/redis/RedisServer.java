package dev.divvy.testservers.redis;

import dev.divvy.testservers.server.ExternalServer;
import dev.divvy.testservers.server.Server;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A real Redis for tests; it writes every change to its log before it answers, so a killed one forgets nothing. */
public final class RedisServer extends Server {

    /** Guarded by the class. */
    private static @Nullable RedisServer sharedOne;

    private final boolean encrypted;

    private RedisServer(Map<String, String> settings, Optional<ExternalServer> external) {
        this(new RedisEngine(settings), external);
    }

    private RedisServer(RedisEngine engine, Optional<ExternalServer> external) {
        super(engine, external);
        this.encrypted = engine.isEncrypted();
    }

    /** The one that all tests of this JVM share. */
    public static synchronized RedisServer shared() {
        if (sharedOne == null) {
            sharedOne = start();
            sharedOne.share();
        }
        return sharedOne;
    }

    /** One of its own, for a test that stops, kills or pauses it. */
    public static RedisServer start() {
        return start(Map.of());
    }

    /** One of its own, with these settings of redis.conf. With a {@code tls-cert-file} it listens for TLS only. */
    public static RedisServer start(Map<String, String> settings) {
        return new RedisServer(settings, ExternalServer.of(RedisEngine.KIND));
    }

    /** One that speaks TLS only, and wants this password if there is one. It is always ours. */
    public static RedisServer startEncrypted(Certificates certificates, Optional<String> password) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "tls-cert-file", certificates.certificate().toString(),
                "tls-key-file", certificates.key().toString(),
                "tls-ca-cert-file", certificates.authority().toString(),
                "tls-auth-clients", "no"));
        password.ifPresent(word -> settings.put("requirepass", word));
        return own(settings);
    }

    /** One that we run, also where another is named by a property: nobody else's is set up in this way. */
    static RedisServer own(Map<String, String> settings) {
        return new RedisServer(settings, Optional.empty());
    }

    /** Why there can be none, and how to get it; empty when there can. */
    public static Optional<String> missing() {
        return ExternalServer.of(RedisEngine.KIND).isPresent() ? Optional.empty() : RedisEngine.missing();
    }

    /** Where clients find it, as {@code redis://HOST:PORT}, or {@code rediss://HOST:PORT} if it is encrypted. */
    public String address() {
        return (ours() && encrypted ? "rediss://" : "redis://") + host() + ":" + port();
    }
}
