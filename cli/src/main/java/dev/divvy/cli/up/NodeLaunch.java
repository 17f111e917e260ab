package dev.divvy.cli.up;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Starts the nodes of a cache. Node I listens for clients on port base + I, and for its peers on port base + 100 + I. The control server
 * has the base port.
 *
 * @param secret the shared secret of these nodes, so that no other process of this machine joins them
 * @param base the port before that of the first node
 * @param tokens the number of tokens; the default when empty
 * @param expiration the time for which a node may be silent; the default when empty
 */
record NodeLaunch(String secret, int base, Optional<Integer> tokens, Optional<Duration> expiration) {

    static final int MOST = 16;

    private static final int MESH_OFFSET = 100;
    private static final String MEMORY = "96m";
    private static final String MAX_ENTRIES_MEMORY = "48m";

    int port(int number) {
        return base + number;
    }

    InetSocketAddress address(int number) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port(number));
    }

    String listen(int number) {
        return "127.0.0.1:" + port(number);
    }

    /** Fails if a port of these nodes is in use, and names it. */
    void needFree(int first, int last) {
        for (int i = first; i <= last; i++) {
            PortProbe.needFree(port(i), "node n" + i);
            PortProbe.needFree(port(i) + MESH_OFFSET, "the peers of node n" + i);
        }
    }

    /**
     * Starts a node.
     *
     * @param known the highest number of a node
     */
    DemoProcess start(int number, int known) {
        String peers = IntStream.rangeClosed(1, known)
                .mapToObj(peer -> listen(peer + MESH_OFFSET))
                .collect(Collectors.joining(","));
        List<String> arguments = new ArrayList<>(List.of(
                "node",
                "--name=n" + number,
                "--listen=" + listen(number),
                "--mesh=" + listen(number + MESH_OFFSET),
                "--peers=" + peers,
                "--max-memory=" + MAX_ENTRIES_MEMORY));
        expiration.ifPresent(time -> arguments.add("--expiration=" + time.toMillis() + "ms"));
        tokens.ifPresent(count -> arguments.add("--tokens=" + count));
        return new DemoProcess("n" + number, EndsWithParent.class, MEMORY, arguments, Map.of("DIVVY_SECRET", secret));
    }
}
