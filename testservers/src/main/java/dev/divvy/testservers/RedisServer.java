package dev.divvy.testservers;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A real Redis for tests; it writes every change to its log before it answers, so a killed one forgets nothing. */
public final class RedisServer extends Server {

    /** Guarded by the class. */
    private static @Nullable RedisServer sharedOne;

    private RedisServer(Map<String, String> settings) {
        super(new RedisEngine(settings));
    }

    /** The one that all tests of this JVM share. */
    public static synchronized RedisServer shared() {
        if (sharedOne == null) {
            sharedOne = new RedisServer(Map.of());
            sharedOne.share();
        }
        return sharedOne;
    }

    /** One of its own, for a test that stops, kills or pauses it. */
    public static RedisServer start() {
        return start(Map.of());
    }

    /** One of its own, with these settings of redis.conf. */
    public static RedisServer start(Map<String, String> settings) {
        return new RedisServer(settings);
    }

    /** Why there can be none, and how to get it; empty when there can. */
    public static Optional<String> missing() {
        return External.of(RedisEngine.KIND).isPresent() ? Optional.empty() : RedisEngine.missing();
    }

    /** Where clients find it, as {@code redis://HOST:PORT}. */
    public String address() {
        return "redis://" + host() + ":" + port();
    }
}
