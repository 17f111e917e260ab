package dev.divvy.boardpeers.jgroups;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What comes of a knock at an address. */
enum ProbeResult {
    /** Somebody listens there; who stands still listens too. */
    OPEN,
    /** The kernel there says that nobody listens. */
    REFUSED,
    /** Nobody knows. */
    SILENT;

    private static final int PATIENCE_MILLIS = 250;

    static ProbeResult at(InetSocketAddress place) {
        try (Socket socket = new Socket()) {
            socket.connect(place, PATIENCE_MILLIS);
            return OPEN;
        } catch (ConnectException e) {
            return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("refused") ? REFUSED : SILENT;
        } catch (IOException e) {
            return SILENT;
        }
    }

    /** At all of them at once. */
    static Map<InetSocketAddress, ProbeResult> at(List<InetSocketAddress> places) {
        Map<InetSocketAddress, ProbeResult> all = new ConcurrentHashMap<>();
        List<CompletableFuture<Void>> knocks = places.stream()
                .map(place -> CompletableFuture.runAsync(
                        () -> all.put(place, at(place)), task -> DaemonThreads.start("divvy-knock", task)))
                .toList();
        knocks.forEach(CompletableFuture::join);
        return all;
    }
}
