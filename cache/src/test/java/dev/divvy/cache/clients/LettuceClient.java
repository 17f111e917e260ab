package dev.divvy.cache.clients;

import dev.divvy.cache.testcluster.TestCluster;
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

/** Lettuce's cluster client, which refreshes its topology every second, and after errors. */
final class LettuceClient implements Client {

    private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(1);

    /** The timeout of a refresh for one node: requests for a node that is gone wait until the refresh is over. */
    private static final Duration REFRESH_TIMEOUT = Duration.ofSeconds(2);

    private final RedisClusterClient client;
    private final StatefulRedisClusterConnection<String, String> connection;

    LettuceClient(List<InetSocketAddress> nodes) {
        client = RedisClusterClient.create(nodes.stream()
                .map(node -> RedisURI.builder()
                        .withHost(node.getHostString())
                        .withPort(node.getPort())
                        .withTimeout(REFRESH_TIMEOUT)
                        .build())
                .toList());
        client.setOptions(ClusterClientOptions.builder()
                .timeoutOptions(TimeoutOptions.enabled(TestCluster.TIMEOUT))
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(REFRESH_INTERVAL)
                        .adaptiveRefreshTriggersTimeout(REFRESH_INTERVAL)
                        .build())
                .build());
        connection = client.connect();
        connection.setTimeout(TestCluster.TIMEOUT);
    }

    /** Returns the ports of the nodes that it knows. */
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
    public void set(String key, String value) throws RetriableException {
        String unused = ask(() -> connection.sync().set(key, value));
    }

    @Override
    public @Nullable String get(String key) throws RetriableException {
        return ask(() -> connection.sync().get(key));
    }

    private static @Nullable String ask(Supplier<@Nullable String> request) throws RetriableException {
        try {
            return request.get();
        } catch (RedisException e) {
            if (e instanceof RedisConnectionException
                    || RetriableException.isLostConnection(e)
                    || RetriableException.isCleanError(e.getMessage())) {
                throw new RetriableException(String.valueOf(e.getMessage()), e);
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
