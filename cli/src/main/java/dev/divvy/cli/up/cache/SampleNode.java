package dev.divvy.cli.up.cache;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.up.demo.DemoProgram;
import dev.divvy.coordination.Timing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;

/** A node of the demo, run as a process: like {@code divvy node}. */
public final class SampleNode {

    static final String SECRET_VARIABLE = "DIVVY_SECRET";

    private static final long MAX_MEMORY = 48L << 20;

    private SampleNode() {}

    /**
     * Arguments: the name, the port for clients, the port for peers, the ports of all peers separated by commas, the number of tokens,
     * the time-to-live in milliseconds, and the number of copies; 0 stands for the defaults.
     */
    public static void main(String[] args) {
        DemoProgram.main(stop -> run(settings(args).withSecret(System.getenv(SECRET_VARIABLE)), stop));
    }

    /** Runs a node until it is asked to stop; it leaves in peace. */
    public static void run(NodeSettings settings, StopSignal stop) throws IOException {
        try (CacheNode node = CacheNode.start(settings)) {
            System.err.println(node.name() + " listens on " + node.address());
            stop.await();
        }
    }

    /** Returns the settings without the secret. */
    public static NodeSettings settings(String... args) {
        NodeSettings settings = NodeSettings.named(args[0])
                .withListenAddress(local(args[1]))
                .withMeshAddress(local(args[2]))
                .withPeers(Arrays.stream(args[3].split(",", -1))
                        .map(SampleNode::local)
                        .toList())
                .withMaxMemory(MAX_MEMORY)
                .withBackups(Integer.parseInt(args[6]));
        int tokens = Integer.parseInt(args[4]);
        settings = tokens > 0 ? settings.withTokens(tokens) : settings;
        Duration expiration = Duration.ofMillis(Long.parseLong(args[5]));
        return expiration.isZero() ? settings : settings.withTiming(timing(expiration));
    }

    /**
     * Returns the usual timing of a node with another time-to-live.
     *
     * @throws IllegalArgumentException if it is too short
     */
    public static Timing timing(Duration expiration) {
        Timing usual = NodeSettings.named("usual").timing();
        return Timing.of(usual.pulse(), expiration).withGrace(usual.grace());
    }

    private static InetSocketAddress local(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }
}
