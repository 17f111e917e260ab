package dev.divvy.testservers.redis;

import dev.divvy.testservers.server.ExternalServer;
import dev.divvy.testservers.server.Server;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A real Redis for tests. It appends every change to its log before it replies, so a killed server loses nothing. */
public final class RedisServer extends Server {

    /** Guarded by the class. */
    private static @Nullable RedisServer sharedInstance;

    private final boolean encrypted;

    private RedisServer(Map<String, String> settings, Optional<ExternalServer> external) {
        this(new RedisEngine(settings), external);
    }

    private RedisServer(RedisEngine engine, Optional<ExternalServer> external) {
        super(engine, external);
        this.encrypted = engine.isEncrypted();
    }

    /** Returns the server that all tests of this JVM share. */
    public static synchronized RedisServer shared() {
        if (sharedInstance == null) {
            sharedInstance = start();
            sharedInstance.share();
        }
        return sharedInstance;
    }

    /** Starts a server for a test that stops, kills or pauses it. */
    public static RedisServer start() {
        return start(Map.of());
    }

    /** Starts a server with these settings of redis.conf. With a {@code tls-cert-file} it listens for TLS only. */
    public static RedisServer start(Map<String, String> settings) {
        return new RedisServer(settings, ExternalServer.of(RedisEngine.KIND));
    }

    /** Starts a server that accepts TLS only, and requires this password if there is one. It is never external. */
    public static RedisServer startEncrypted(Certificates certificates, Optional<String> password) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "tls-cert-file", certificates.certificate().toString(),
                "tls-key-file", certificates.key().toString(),
                "tls-ca-cert-file", certificates.authority().toString(),
                "tls-auth-clients", "no"));
        password.ifPresent(value -> settings.put("requirepass", value));
        return startOwn(settings);
    }

    /** Starts a server even where a property names an external one, which would not have these settings. */
    static RedisServer startOwn(Map<String, String> settings) {
        return new RedisServer(settings, Optional.empty());
    }

    /** Returns why Redis is not available and how to get it; empty when it is. */
    public static Optional<String> missing() {
        return ExternalServer.of(RedisEngine.KIND).isPresent() ? Optional.empty() : RedisEngine.missing();
    }

    /** Returns its address, as {@code redis://HOST:PORT}, or {@code rediss://HOST:PORT} if it is encrypted. */
    public String address() {
        return (ours() && encrypted ? "rediss://" : "redis://") + host() + ":" + port();
    }
}
