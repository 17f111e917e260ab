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
 * How the nodes of a cache are begun: node I answers clients on the I-th port after the base, and its peers on the I-th after the
 * hundredth. Port 0 is the control's.
 *
 * @param secret what these nodes know each other by, so that no other process of this machine joins them
 * @param base the port before that of the first node
 * @param tokens how many; the usual count when there is none
 * @param expiration how long a node may be silent; the usual time when there is none
 */
record NodeLaunch(String secret, int base, Optional<Integer> tokens, Optional<Duration> expiration) {

    static final int MOST = 16;

    private static final int MESH_ABOVE = 100;
    private static final String MEMORY = "96m";
    private static final String MOST_KEPT = "48m";

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
            PortProbe.needFree(port(i) + MESH_ABOVE, "node n" + i + " and its peers");
        }
    }

    /**
     * Begins one.
     *
     * @param known the highest number there is
     */
    DemoProcess begin(int number, int known) {
        String peers = IntStream.rangeClosed(1, known)
                .mapToObj(peer -> listen(peer + MESH_ABOVE))
                .collect(Collectors.joining(","));
        List<String> arguments = new ArrayList<>(List.of(
                "node",
                "--name=n" + number,
                "--listen=" + listen(number),
                "--mesh=" + listen(number + MESH_ABOVE),
                "--peers=" + peers,
                "--max-memory=" + MOST_KEPT));
        expiration.ifPresent(time -> arguments.add("--expiration=" + time.toMillis() + "ms"));
        tokens.ifPresent(count -> arguments.add("--tokens=" + count));
        return new DemoProcess("n" + number, EndsWithParent.class, MEMORY, arguments, Map.of("DIVVY_SECRET", secret));
    }
}
