package dev.divvy.cli.distributor.http;

import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.ping.PingServer;
import dev.divvy.distributor.ping.PingSettings;
import dev.divvy.distributor.store.MemoryStore;
import dev.divvy.testservers.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A distributor on a memory of its own, with a desk; all of it ends with the test. */
final class Served {

    static final Namespaces NAMES = new Namespaces(List.of("parsers", "robots"), "sites", "matching");

    private final MemoryStore store = new MemoryStore();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Distributor distributor;
    private HttpDesk desk;

    Served() throws IOException {
        distributor = Distributor.start(
                store,
                DistributorSettings.of("d1")
                        .with(NAMES)
                        .with(PingSettings.DEFAULT.withTimeout(Duration.ofSeconds(20)))
                        .withPollInterval(Duration.ofMillis(100)));
        // Nobody else may be given it while the desk is away.
        desk = desk(Ports.free());
        open.push(distributor);
    }

    private HttpDesk desk(int port) throws IOException {
        return HttpDesk.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), store, NAMES, distributor::status);
    }

    MemoryStore store() {
        return store;
    }

    HttpDesk desk() {
        return desk;
    }

    String address() {
        return "http://127.0.0.1:" + desk.port();
    }

    /** The desk goes and comes back at the same address. */
    void reopen(Runnable meanwhile) throws IOException {
        int port = desk.port();
        desk.close();
        meanwhile.run();
        desk = desk(port);
    }

    /** A service that answers pings and does nothing else. */
    String service() {
        PingServer server = PingServer.start("127.0.0.1", 0);
        open.push(server);
        String name = "127.0.0.1:" + server.port();
        store.names().add("parsers", List.of(name));
        return name;
    }

    <T extends AutoCloseable> T closing(T one) {
        open.push(one);
        return one;
    }

    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
        desk.close();
    }
}
