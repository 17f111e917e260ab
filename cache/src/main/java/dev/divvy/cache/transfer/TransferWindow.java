package dev.divvy.cache.transfer;

import dev.divvy.cache.traffic.PeerConnection;
import dev.divvy.cache.traffic.PeerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Sends frames to another node; the sender waits while the bytes without a reply exceed a limit. */
final class TransferWindow implements AutoCloseable {

    private static final long MAX_UNACKNOWLEDGED = 1 << 20;

    private final PeerConnection connection;

    /** The bytes of frames without a reply; guarded by the monitor of this window, like the error. */
    private long unacknowledged;

    private String error = "";

    TransferWindow(PeerConnection connection) {
        this.connection = connection;
    }

    /** Sends a frame; waits first while too many bytes have no reply. */
    void send(byte[] frame) throws IOException, InterruptedException {
        synchronized (this) {
            while (unacknowledged > MAX_UNACKNOWLEDGED && error.isEmpty()) {
                wait();
            }
            throwIfFailed();
            unacknowledged += frame.length;
        }
        connection.submit(new FrameRequest(frame));
    }

    /** Waits until every frame has its reply. */
    synchronized void await() throws IOException, InterruptedException {
        while (unacknowledged > 0 && error.isEmpty()) {
            wait();
        }
        throwIfFailed();
    }

    private void throwIfFailed() throws IOException {
        if (!error.isEmpty()) {
            throw new IOException(error);
        }
    }

    private synchronized void acknowledge(int bytes, String failure) {
        unacknowledged -= bytes;
        if (error.isEmpty()) {
            error = failure;
        }
        notifyAll();
    }

    @Override
    public void close() {
        connection.close();
    }

    private final class FrameRequest extends PeerRequest {
        private final int length;

        private FrameRequest(byte[] frame) {
            super(frame);
            this.length = frame.length;
        }

        @Override
        protected void answered(byte[] data, int from, int size) {
            boolean refused = data[from] == '-';
            acknowledge(length, refused ? new String(data, from + 1, size - 1, StandardCharsets.UTF_8).strip() : "");
        }

        @Override
        protected void bounced(boolean released) {
            acknowledge(length, "the node cannot be reached");
        }

        @Override
        protected void lost() {
            acknowledge(length, "the connection was closed");
        }
    }
}
