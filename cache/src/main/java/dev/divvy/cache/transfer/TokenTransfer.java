package dev.divvy.cache.transfer;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryChangeListener;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.cache.traffic.PeerProtocol;
import dev.divvy.coordination.Fence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Transfers tokens to their new owner. First their entries are copied while this node still serves them, and changes made meanwhile are
 * sent after the copy. Then the tokens are closed one by one, the last changes are sent, and the new owner is told that the copies are
 * complete. One thread runs a transfer; changes come from any thread that serves a request.
 */
final class TokenTransfer {

    /** The bytes of entries per frame: a part of a large token, or many small tokens. */
    private static final int FRAME_BYTES = 64 * 1024;

    private final Fence fence;
    private final List<ServedToken> tokens;
    private final ServedTokens servedTokens;
    private final TransferWindow window;
    private final CacheClock clock;

    /** Changes of entries during the copy, as complete frames. */
    private final Queue<byte[]> changes = new ConcurrentLinkedQueue<>();

    /** The arguments of a frame that is not sent yet: it has copies only, and is sent before any change. */
    private final List<byte[]> pending = new ArrayList<>();

    private int pendingBytes;
    private long entries;

    /** @param fence the tenure of the new owner */
    TokenTransfer(
            Fence fence, List<ServedToken> tokens, ServedTokens servedTokens, TransferWindow window, CacheClock clock) {
        this.fence = fence;
        this.tokens = tokens;
        this.servedTokens = servedTokens;
        this.window = window;
        this.clock = clock;
    }

    /** Transfers the tokens; returns when the new owner has everything. The tokens are closed then. */
    void run() throws IOException, InterruptedException {
        try {
            for (ServedToken served : tokens) {
                copy(served);
                sendChanges();
            }
            sendPending();
            // The changes that piled up during the copy are sent while the tokens are still open, so that few are left.
            window.await();
            sendChanges();
            tokens.forEach(servedTokens::remove);
            sendChanges();
            window.send(completion());
            window.await();
        } finally {
            tokens.forEach(TokenTransfer::stopListening);
        }
    }

    long entries() {
        return entries;
    }

    private static void stopListening(ServedToken served) {
        synchronized (served.store()) {
            served.store().stopListening();
        }
    }

    private void copy(ServedToken served) throws IOException, InterruptedException {
        TokenStore store = served.store();
        byte[][] snapshot;
        synchronized (store) {
            snapshot = store.snapshot();
            store.listen(new ChangeSender(served.token(), snapshot.length > 0));
        }
        EntryBatch batch = new EntryBatch(clock);
        int part = 0;
        for (int next = 0; next < snapshot.length; part++) {
            next = fill(batch, store, snapshot, next);
            add(served.token(), part, batch.take());
            sendChanges();
        }
    }

    /** Queues the changes of one token. Part 0 of a token begins its copy; of a token without entries that is its first change. */
    private final class ChangeSender implements EntryChangeListener {
        private final int token;
        private boolean begun;

        private ChangeSender(int token, boolean begun) {
            this.token = token;
            this.begun = begun;
        }

        /** Called inside the monitor of the store. */
        @Override
        public void changed(byte @Nullable [] old, byte @Nullable [] now) {
            List<byte[]> arguments = new ArrayList<>(List.of(PeerProtocol.bytes(PeerProtocol.COPY)));
            addPart(arguments, token, begun ? 1 : 0, batchOf(old, now));
            begun = true;
            changes.add(frame(arguments));
        }
    }

    private void add(int token, int part, byte[] batch) throws IOException, InterruptedException {
        if (pending.isEmpty()) {
            pending.add(PeerProtocol.bytes(PeerProtocol.COPY));
        }
        addPart(pending, token, part, batch);
        pendingBytes += batch.length;
        if (pendingBytes >= FRAME_BYTES) {
            sendPending();
        }
    }

    private void sendPending() throws IOException, InterruptedException {
        if (!pending.isEmpty()) {
            byte[] frame = frame(pending);
            pending.clear();
            pendingBytes = 0;
            window.send(frame);
        }
    }

    private static void addPart(List<byte[]> arguments, int token, int part, byte[] batch) {
        arguments.add(PeerProtocol.bytes(Integer.toString(token)));
        arguments.add(PeerProtocol.bytes(Integer.toString(part)));
        arguments.add(batch);
    }

    private static byte[] frame(List<byte[]> arguments) {
        return RespRequest.of(arguments.toArray(byte[][]::new)).data();
    }

    /**
     * Adds entries of the snapshot to a batch, up to the size of a frame. An entry that is no longer in the store was removed, or its
     * change is sent later. Returns the index to continue from.
     */
    private int fill(EntryBatch batch, TokenStore store, byte[][] snapshot, int from) {
        int next = from;
        synchronized (store) {
            while (next < snapshot.length && batch.size() < FRAME_BYTES) {
                byte[] entry = snapshot[next++];
                if (store.find(entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry), Long.MIN_VALUE) == entry) {
                    batch.put(entry);
                    entries++;
                }
            }
        }
        return next;
    }

    private byte[] batchOf(byte @Nullable [] old, byte @Nullable [] now) {
        EntryBatch batch = new EntryBatch(clock);
        if (now != null) {
            batch.put(now);
        } else if (old != null) {
            batch.remove(old);
        }
        return batch.take();
    }

    private void sendChanges() throws IOException, InterruptedException {
        for (byte[] change = changes.poll(); change != null; change = changes.poll()) {
            sendPending();
            window.send(change);
        }
    }

    private byte[] completion() {
        Runs runs = Runs.ofPieces(tokens.stream().mapToInt(ServedToken::token).toArray());
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(PeerProtocol.bytes(PeerProtocol.WHOLE));
        arguments.add(PeerProtocol.bytes(fence.lineage()));
        arguments.add(PeerProtocol.bytes(Long.toString(fence.epoch())));
        for (int run = 0; run < runs.size(); run++) {
            arguments.add(PeerProtocol.bytes(Integer.toString(runs.first(run))));
            arguments.add(PeerProtocol.bytes(Integer.toString(runs.last(run))));
        }
        return frame(arguments);
    }
}
