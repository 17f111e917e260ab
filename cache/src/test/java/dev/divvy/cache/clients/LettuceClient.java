package dev.divvy.cache.clients;

import dev.divvy.cache.fleet.Fleet;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lettuce's cluster client, which looks every second who owns what, and whenever something is odd. */
final class LettuceClient implements Client {

    private static final Duration LOOK = Duration.ofSeconds(1);

    /** How long a look may wait for a node: when one is gone, requests for it wait until the look is over. */
    private static final Duration LOOK_PATIENCE = Duration.ofSeconds(2);

    private final RedisClusterClient client;
    private final StatefulRedisClusterConnection<String, String> connection;

    LettuceClient(List<InetSocketAddress> nodes) {
        client = RedisClusterClient.create(nodes.stream()
                .map(node -> RedisURI.builder()
                        .withHost(node.getHostString())
                        .withPort(node.getPort())
                        .withTimeout(LOOK_PATIENCE)
                        .build())
                .toList());
        client.setOptions(ClusterClientOptions.builder()
                .timeoutOptions(TimeoutOptions.enabled(Fleet.LONG))
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(LOOK)
                        .adaptiveRefreshTriggersTimeout(LOOK)
                        .build())
                .build());
        connection = client.connect();
        connection.setTimeout(Fleet.LONG);
    }

    /** The ports of the nodes that it knows. */
    List<Integer> ports() {
        return client.getPartitions().stream()
                .map(node -> node.getUri().getPort())
                .sorted()
                .toList();
    }

    StatefulRedisClusterConnection<String, String> connection() {
        return connection;
    }

    @Override
    public String name() {
        return "lettuce";
    }

    @Override
    public void set(String key, String value) throws Setback {
        String unused = ask(() -> connection.sync().set(key, value));
    }

    @Override
    public @Nullable String get(String key) throws Setback {
        return ask(() -> connection.sync().get(key));
    }

    private static @Nullable String ask(Supplier<@Nullable String> question) throws Setback {
        try {
            return question.get();
        } catch (RedisException e) {
            if (e instanceof RedisConnectionException
                    || Setback.isLostConnection(e)
                    || Setback.isCleanError(e.getMessage())) {
                throw new Setback(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
