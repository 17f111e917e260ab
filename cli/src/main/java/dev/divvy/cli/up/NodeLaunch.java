package dev.divvy.cli.up;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the nodes of a cache are begun: node I answers clients on the I-th port after the base, and its peers on the I-th after the
 * hundredth.
 *
 * @param secret what these nodes know each other by, so that no other process of this machine joins them
 * @param base the port before that of the first node
 * @param tokens how many; the usual count when there is none
 * @param expiration how long a node may be silent; the usual time when there is none
 */
record NodeLaunch(String secret, int base, OptionalInt tokens, Optional<Duration> expiration) {

    static final int MOST = 16;

    private static final String HOST = "127.0.0.1";
    private static final int MESH_ABOVE = 100;
    private static final String MEMORY = "96m";
    private static final String MOST_KEPT = "48m";

    static String name(int number) {
        return "n" + number;
    }

    int port(int number) {
        return base + number;
    }

    String listen(int number) {
        return HOST + ":" + port(number);
    }

    private String mesh(int number) {
        return HOST + ":" + (port(number) + MESH_ABOVE);
    }

    /** Fails if a port of these is taken, and names it. */
    static void needFree(int base, int nodes) {
        Ports.needFree(base, "the control of the nodes", "--port");
        for (int i = 1; i <= nodes; i++) {
            Ports.needFree(base + i, "node " + name(i), "--port");
            Ports.needFree(base + i + MESH_ABOVE, "node " + name(i) + " and its peers", "--port");
        }
    }

    /** Fails if a port of this one is taken, and names it. */
    void needFree(int number) {
        Ports.needFree(port(number), "node " + name(number), "");
        Ports.needFree(port(number) + MESH_ABOVE, "node " + name(number) + " and its peers", "");
    }

    /**
     * Begins one.
     *
     * @param known the highest number there is
     */
    DemoProcess begin(int number, int known) {
        String peers = IntStream.rangeClosed(1, known).mapToObj(this::mesh).collect(Collectors.joining(","));
        List<String> arguments = new ArrayList<>(List.of(
                "node",
                "--name",
                name(number),
                "--listen",
                listen(number),
                "--mesh",
                mesh(number),
                "--peers",
                peers,
                "--max-memory",
                MOST_KEPT));
        expiration.ifPresent(time -> arguments.addAll(List.of("--expiration", time.toMillis() + "ms")));
        tokens.ifPresent(count -> arguments.addAll(List.of("--tokens", Integer.toString(count))));
        return new DemoProcess(name(number), Tethered.class, MEMORY, arguments, Map.of("DIVVY_SECRET", secret));
    }
}
