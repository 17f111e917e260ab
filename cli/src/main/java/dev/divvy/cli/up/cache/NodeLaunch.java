package dev.divvy.cli.up.cache;

import dev.divvy.cli.terminal.PortProbe;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.JavaCommand;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
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
 * @param backups the number of copies of each entry
 */
public record NodeLaunch(
        String secret, int base, Optional<Integer> tokens, Optional<Duration> expiration, int backups) {

    private static final int MESH_OFFSET = 100;
    private static final String MEMORY = "96m";

    int port(int number) {
        return base + number;
    }

    InetSocketAddress address(int number) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port(number));
    }

    public String listen(int number) {
        return "127.0.0.1:" + port(number);
    }

    /** Fails if a port of the first nodes or of the control server is in use, and names it. */
    public void needFree(int nodes) {
        PortProbe.needFree(port(0), "the control server");
        needFree(1, nodes);
    }

    /** Returns whether the ports of the first nodes and of the control server are free. */
    public boolean isFree(int nodes) {
        return PortProbe.isFree(port(0))
                && IntStream.rangeClosed(1, nodes)
                        .allMatch(number ->
                                PortProbe.isFree(port(number)) && PortProbe.isFree(port(number) + MESH_OFFSET));
    }

    /** Returns whether a node has this port, or may get it. */
    public boolean mayUse(int port) {
        int offset = port - base;
        return (offset >= 0 && offset <= Demo.MOST) || (offset > MESH_OFFSET && offset <= MESH_OFFSET + Demo.MOST);
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
     * @param known returns the highest number of a node
     */
    DemoProcess start(int number, IntSupplier known) {
        return new DemoProcess(JavaCommand.quiet(
                "n" + number,
                SampleNode.class,
                MEMORY,
                () -> arguments(number, known.getAsInt()),
                Map.of(SampleNode.SECRET_VARIABLE, secret)));
    }

    private List<String> arguments(int number, int known) {
        String peers = IntStream.rangeClosed(1, known)
                .mapToObj(peer -> Integer.toString(port(peer) + MESH_OFFSET))
                .collect(Collectors.joining(","));
        return List.of(
                "n" + number,
                Integer.toString(port(number)),
                Integer.toString(port(number) + MESH_OFFSET),
                peers,
                Integer.toString(tokens.orElse(0)),
                Long.toString(expiration.orElse(Duration.ZERO).toMillis()),
                Integer.toString(backups));
    }
}
