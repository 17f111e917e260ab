package dev.divvy.cache.heal;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cache.OnHeal;
import dev.divvy.coordination.Timing;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** A node as a process. Arguments: its name, its host, its port, its mesh port, an {@link OnHeal}, and the mesh addresses of all nodes. */
final class SplitNode {

    static final String PASSWORD = "split";

    private SplitNode() {}

    public static void main(String[] arguments) throws Exception {
        CacheNode node = CacheNode.start(NodeSettings.named(arguments[0])
                .withListenAddress(at(arguments[1] + ":" + arguments[2]))
                .withMeshAddress(at(arguments[1] + ":" + arguments[3]))
                .withPeers(Arrays.stream(arguments[5].split(",", -1))
                        .map(SplitNode::at)
                        .toList())
                .withSecret("a secret for tests only")
                .withPassword(PASSWORD)
                .withOnHeal(OnHeal.valueOf(arguments[4]))
                .withRequestTimeout(Duration.ofSeconds(30))
                .withTiming(
                        Timing.of(Duration.ofMillis(200), Duration.ofSeconds(2)).withGrace(Duration.ofSeconds(60))));
        if (node.awaitServing(Duration.ofMinutes(3))) {
            System.out.println("SERVING");
        }
        new CountDownLatch(1).await();
    }

    static InetSocketAddress at(String address) {
        int colon = address.lastIndexOf(':');
        return new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }
}
