package dev.divvy.cache;

import dev.divvy.cache.socket.ListeningSocket;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Binds the socket of a node on a thread of its own: most of that time the JVM loads classes, and the node searches for the others meanwhile. */
final class SocketInPreparation implements AutoCloseable {

    private final CompletableFuture<ListeningSocket> socket;

    private SocketInPreparation(CompletableFuture<ListeningSocket> socket) {
        this.socket = socket;
    }

    static SocketInPreparation of(NodeSettings settings) {
        return new SocketInPreparation(CompletableFuture.supplyAsync(
                () -> bind(settings), task -> DaemonThreads.start("divvy-cache-" + settings.name() + "-bind", task)));
    }

    private static ListeningSocket bind(NodeSettings settings) {
        try {
            return ListeningSocket.bind(settings.name(), settings.loops(), settings.listenAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the socket. */
    ListeningSocket get() throws IOException {
        try {
            return socket.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    /** Closes the socket as soon as it is there: the node does not start. */
    @Override
    public void close() {
        var unused = socket.thenAccept(ListeningSocket::close);
    }
}
