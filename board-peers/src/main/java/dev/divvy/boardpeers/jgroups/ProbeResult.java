package dev.divvy.boardpeers.jgroups;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The result of a connection attempt to an address. */
enum ProbeResult {
    /** A process listens there; a paused process does too. */
    OPEN,
    /** The kernel there reports that no process listens. */
    REFUSED,
    /** Unknown: neither was reported in time. */
    SILENT;

    private static final int TIMEOUT_MILLIS = 250;

    static ProbeResult probe(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MILLIS);
            return OPEN;
        } catch (SocketException e) {
            return of(String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            return SILENT;
        }
    }

    private static ProbeResult of(String error) {
        if (error.contains("refused")) {
            return REFUSED;
        }
        // The kernel accepted the connection, and the port was closed just then: the next probe will be refused.
        return error.contains("reset") ? OPEN : SILENT;
    }

    /** Probes all addresses in parallel. */
    static Map<InetSocketAddress, ProbeResult> probe(List<InetSocketAddress> addresses) {
        Map<InetSocketAddress, ProbeResult> results = new ConcurrentHashMap<>();
        List<CompletableFuture<Void>> probes = addresses.stream()
                .map(address -> CompletableFuture.runAsync(
                        () -> results.put(address, probe(address)), task -> DaemonThreads.start("divvy-probe", task)))
                .toList();
        probes.forEach(CompletableFuture::join);
        return results;
    }
}
