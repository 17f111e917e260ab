package dev.divvy.testservers.net;

import dev.divvy.testservers.server.Server;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy to a server, for tests: it can delay or pause all traffic, or cut all connections. Paused traffic is delivered after the
 * resume, so that a server receives requests whose clients have timed out long ago.
 */
public final class FaultyProxy implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** Guarded by this object. */
    private boolean paused;

    private volatile Duration delay = Duration.ZERO;

    /** The address of the server for new connections. */
    private volatile InetSocketAddress target;

    private FaultyProxy(ServerSocket listener, String host, int port) {
        this.listener = listener;
        this.target = new InetSocketAddress(host, port);
    }

    public static FaultyProxy to(Server server) {
        return from("127.0.0.1", server);
    }

    /** Listens on another loopback address, such as 127.0.0.2, which the certificate of the server may not cover. */
    public static FaultyProxy from(String localAddress, Server server) {
        return open(localAddress, 0, server.host(), server.port());
    }

    /** A proxy to anything that listens on this host, and listens there itself. */
    public static FaultyProxy to(String host, int port) {
        return open(host, 0, host, port);
    }

    /** A proxy that listens on this port, to an address such as {@code 127.0.0.1:9092}: a server that begins to answer there. */
    public static FaultyProxy at(int localPort, String address) {
        String[] parts = address.split(":", 2);
        return open("127.0.0.1", localPort, parts[0], Integer.parseInt(parts[1]));
    }

    private static FaultyProxy open(String localAddress, int localPort, String host, int port) {
        try {
            FaultyProxy proxy =
                    new FaultyProxy(new ServerSocket(localPort, 0, InetAddress.getByName(localAddress)), host, port);
            thread(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The address for clients, as {@code HOST:PORT}. */
    public String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    /** Leads new connections to another server, as a name that was changed does; open connections stay where they are. */
    public void redirect(Server server) {
        target = new InetSocketAddress(server.host(), server.port());
    }

    /** Delays all traffic, in each direction. */
    public void delay(Duration duration) {
        delay = duration;
    }

    /** Pauses all traffic, including new connections; connections stay open. */
    public synchronized void pause() {
        paused = true;
    }

    public synchronized void resume() {
        paused = false;
        notifyAll();
    }

    /** Closes all open connections; returns their number. */
    public int cut() {
        List<Socket> open = List.copyOf(sockets);
        open.forEach(FaultyProxy::close);
        return open.size();
    }

    /** The number of open connections. */
    public int connections() {
        return sockets.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                thread(() -> serve(client));
            } catch (IOException e) {
                // The proxy is closed, or the client has disconnected already.
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            awaitResumed();
            try (Socket server = new Socket(target.getAddress(), target.getPort())) {
                thread(() -> copy(server, client));
                copy(client, server);
            }
        } catch (IOException e) {
            // The server is down: the client sees a closed connection.
        } finally {
            sockets.remove(client);
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                byte[] part = Arrays.copyOf(chunk, read);
                Thread.sleep(delay.toMillis());
                awaitResumed();
                out.write(part);
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // One side has disconnected.
        } finally {
            close(from);
            close(to);
        }
    }

    /** Waits while the proxy is paused. */
    private synchronized void awaitResumed() {
        while (paused && !listener.isClosed()) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed already.
        }
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "faulty-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        resume();
        sockets.forEach(FaultyProxy::close);
    }
}
