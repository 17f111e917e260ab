package dev.divvy.cache.transfer;

import dev.divvy.cache.traffic.PeerConnection;
import dev.divvy.cache.traffic.PeerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Sends parts to another node, no more at a time than it takes; the sender waits. */
final class TransferWindow implements AutoCloseable {

    private static final long WINDOW = 1 << 20;

    private final PeerConnection connection;

    /** Guarded by the monitor of this pipe, like all that follows. */
    private long underWay;

    private String fault = "";

    TransferWindow(PeerConnection connection) {
        this.connection = connection;
    }

    /** Sends one more; waits while too much is under way. */
    void send(byte[] frame) throws IOException, InterruptedException {
        synchronized (this) {
            while (underWay > WINDOW && fault.isEmpty()) {
                wait();
            }
            check();
            underWay += frame.length;
        }
        connection.submit(new Part(frame));
    }

    /** Waits until everything was answered. */
    synchronized void settle() throws IOException, InterruptedException {
        while (underWay > 0 && fault.isEmpty()) {
            wait();
        }
        check();
    }

    private void check() throws IOException {
        if (!fault.isEmpty()) {
            throw new IOException(fault);
        }
    }

    private synchronized void settled(int bytes, String error) {
        underWay -= bytes;
        if (fault.isEmpty()) {
            fault = error;
        }
        notifyAll();
    }

    @Override
    public void close() {
        connection.close();
    }

    private final class Part extends PeerRequest {
        private final int length;

        private Part(byte[] frame) {
            super(frame);
            this.length = frame.length;
        }

        @Override
        protected void answered(byte[] data, int from, int size) {
            boolean error = data[from] == '-';
            settled(length, error ? new String(data, from + 1, size - 1, StandardCharsets.UTF_8).strip() : "");
        }

        @Override
        protected void bounced(boolean away) {
            settled(length, "it cannot be reached");
        }

        @Override
        protected void lost() {
            settled(length, "the connection was closed");
        }
    }
}
