package dev.divvy.testservers.net;

import dev.divvy.testservers.server.Server;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Another way to a server, for tests: everything on it can be made late, stand still, or be cut off. What stood still goes on when it is let
 * go, so that a server hears questions whose askers have long given up.
 */
public final class FaultyProxy implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    private final String host;
    private final int port;
    private final ServerSocket entrance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** Guarded by this object. */
    private boolean held;

    private volatile Duration delay = Duration.ZERO;

    private FaultyProxy(String here, String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        this.entrance = new ServerSocket(0, 0, InetAddress.getByName(here));
    }

    public static FaultyProxy to(Server server) {
        return from("127.0.0.1", server);
    }

    /** One that begins at another loopback address, as 127.0.0.2: a certificate need not be for that one. */
    public static FaultyProxy from(String here, Server server) {
        try {
            FaultyProxy detour = new FaultyProxy(here, server.host(), server.port());
            thread(detour::accept);
            return detour;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it begins, as {@code HOST:PORT}. */
    public String address() {
        return entrance.getInetAddress().getHostAddress() + ":" + entrance.getLocalPort();
    }

    /** Everything takes so much longer, in each direction. */
    public void delay(Duration time) {
        delay = time;
    }

    /** Everything stands still, new connections too; nobody is told. */
    public synchronized void hold() {
        held = true;
    }

    public synchronized void letGo() {
        held = false;
        notifyAll();
    }

    /** Ends all connections that go this way now. */
    public void cut() {
        sockets.forEach(FaultyProxy::end);
    }

    /** How many connections go this way now. */
    public int connections() {
        return sockets.size();
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                sockets.add(client);
                thread(() -> serve(client));
            } catch (IOException e) {
                // Closed, or one that went before it came.
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            pass();
            try (Socket server = new Socket(host, port)) {
                thread(() -> pump(server, client));
                pump(client, server);
            }
        } catch (IOException e) {
            // The server is away: the client finds out by the closed connection.
        } finally {
            sockets.remove(client);
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                byte[] part = Arrays.copyOf(chunk, read);
                Thread.sleep(delay.toMillis());
                pass();
                out.write(part);
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // Either side is gone.
        } finally {
            end(from);
            end(to);
        }
    }

    /** Returns when nothing stands still. */
    private synchronized void pass() {
        while (held && !entrance.isClosed()) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "detour");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        letGo();
        cut();
    }
}
