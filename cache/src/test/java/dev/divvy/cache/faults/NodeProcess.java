package dev.divvy.cache.faults;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.coordination.Timing;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A node as a process. Arguments: its name, its port, its mesh port, the time-to-live in milliseconds, the mesh ports of all nodes,
 * {@code redirect} or {@code forward}, the number of tokens, and the number of backups.
 */
final class NodeProcess {

    private NodeProcess() {}

    public static void main(String[] arguments) throws Exception {
        List<InetSocketAddress> peers = new ArrayList<>();
        for (String port : arguments[4].split(",", -1)) {
            peers.add(at(port));
        }
        Timing timing = Timing.of(Duration.ofMillis(200), Duration.ofMillis(Long.parseLong(arguments[3])))
                .withGrace(Duration.ofSeconds(60));
        CacheNode node = CacheNode.start(NodeSettings.named(arguments[0])
                .withListenAddress(at(arguments[1]))
                .withMeshAddress(at(arguments[2]))
                .withPeers(peers)
                .withRequestTimeout(Duration.ofSeconds(30))
                .withRedirects(arguments[5].equals("redirect"))
                .withTokens(Integer.parseInt(arguments[6]))
                .withBackups(Integer.parseInt(arguments[7]))
                .withTiming(timing));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            node.close();
            System.out.println("END");
        }));
        if (node.awaitServing(Duration.ofMinutes(3))) {
            System.out.println("SERVING");
        }
        new CountDownLatch(1).await();
    }

    private static InetSocketAddress at(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }
}
