package dev.divvy.cache.transfer;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.EntryChangeListener;
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
 * Brings tokens to the one that will own them. First their entries are copied while this node still serves them: what changes meanwhile is
 * sent after. Then the tokens are closed one by one, the last changes are sent, and the other one is told that the tokens are whole. Only
 * one thread runs a delivery; changes come from whichever thread serves a request.
 */
final class TokenTransfer {

    /** So much goes at a time: of one token a part, of small tokens many. */
    private static final int PART = 64 * 1024;

    private final Fence fence;
    private final List<ServedToken> tokens;
    private final ServedTokens all;
    private final TransferWindow pipe;

    /** Changes of entries during the copy, as whole frames. */
    private final Queue<byte[]> late = new ConcurrentLinkedQueue<>();

    /** The words of a frame that is not sent yet: it has copies only, and goes before any change does. */
    private final List<byte[]> batch = new ArrayList<>();

    private int batched;
    private long entries;

    /** @param fence the tenure of the new owner */
    TokenTransfer(Fence fence, List<ServedToken> tokens, ServedTokens all, TransferWindow pipe) {
        this.fence = fence;
        this.tokens = tokens;
        this.all = all;
        this.pipe = pipe;
    }

    /** Returns when the new owner has everything; the tokens are closed then. */
    void run() throws IOException, InterruptedException {
        try {
            for (ServedToken served : tokens) {
                copy(served);
                sendLate();
            }
            sendBatch();
            // What piled up during the copy goes while the tokens still serve; what is left then is little.
            pipe.settle();
            sendLate();
            tokens.forEach(all::remove);
            sendLate();
            pipe.send(whole());
            pipe.settle();
        } finally {
            tokens.forEach(TokenTransfer::hush);
        }
    }

    long entries() {
        return entries;
    }

    private static void hush(ServedToken served) {
        synchronized (served.shelf()) {
            served.shelf().listen(null);
        }
    }

    private void copy(ServedToken served) throws IOException, InterruptedException {
        TokenStore shelf = served.shelf();
        byte[][] snapshot;
        synchronized (shelf) {
            snapshot = shelf.snapshot();
            shelf.listen(new Follower(served.token(), snapshot.length > 0));
        }
        EntryBatch parcel = new EntryBatch();
        int part = 0;
        for (int next = 0; next < snapshot.length; part++) {
            next = pack(shelf, snapshot, next, parcel);
            add(served.token(), part, parcel.take());
            sendLate();
        }
    }

    /** Sends the changes of one token after. The first frame of a token begins it: of one without entries that is its first change. */
    private final class Follower implements EntryChangeListener {
        private final int token;
        private boolean begun;

        private Follower(int token, boolean begun) {
            this.token = token;
            this.begun = begun;
        }

        /** The monitor of the shelf is held. */
        @Override
        public void changed(byte @Nullable [] old, byte @Nullable [] now) {
            List<byte[]> words = new ArrayList<>(List.of(PeerProtocol.bytes(PeerProtocol.COPY)));
            put(words, token, begun ? 1 : 0, parcel(old, now));
            begun = true;
            late.add(frame(words));
        }
    }

    private void add(int token, int part, byte[] parcel) throws IOException, InterruptedException {
        if (batch.isEmpty()) {
            batch.add(PeerProtocol.bytes(PeerProtocol.COPY));
        }
        put(batch, token, part, parcel);
        batched += parcel.length;
        if (batched >= PART) {
            sendBatch();
        }
    }

    private void sendBatch() throws IOException, InterruptedException {
        if (!batch.isEmpty()) {
            byte[] frame = frame(batch);
            batch.clear();
            batched = 0;
            pipe.send(frame);
        }
    }

    private static void put(List<byte[]> words, int token, int part, byte[] parcel) {
        words.add(PeerProtocol.bytes(Integer.toString(token)));
        words.add(PeerProtocol.bytes(Integer.toString(part)));
        words.add(parcel);
    }

    private static byte[] frame(List<byte[]> words) {
        return RespRequest.of(words.toArray(byte[][]::new)).data();
    }

    /** Packs entries that are still the same; others went, or their change is sent after. Answers where to go on. */
    private int pack(TokenStore shelf, byte[][] snapshot, int from, EntryBatch parcel) {
        int next = from;
        synchronized (shelf) {
            while (next < snapshot.length && parcel.size() < PART) {
                byte[] entry = snapshot[next++];
                if (shelf.find(entry, Entry.keyStart(), Entry.keyLength(entry), Long.MIN_VALUE) == entry) {
                    parcel.put(entry);
                    entries++;
                }
            }
        }
        return next;
    }

    private static byte[] parcel(byte @Nullable [] old, byte @Nullable [] now) {
        EntryBatch parcel = new EntryBatch();
        if (now != null) {
            parcel.put(now);
        } else if (old != null) {
            parcel.remove(old);
        }
        return parcel.take();
    }

    private void sendLate() throws IOException, InterruptedException {
        for (byte[] change = late.poll(); change != null; change = late.poll()) {
            sendBatch();
            pipe.send(change);
        }
    }

    private byte[] whole() {
        Runs runs = Runs.ofPieces(tokens.stream().mapToInt(ServedToken::token).toArray());
        List<byte[]> words = new ArrayList<>();
        words.add(PeerProtocol.bytes(PeerProtocol.WHOLE));
        words.add(PeerProtocol.bytes(fence.lineage()));
        words.add(PeerProtocol.bytes(Long.toString(fence.epoch())));
        for (int run = 0; run < runs.size(); run++) {
            words.add(PeerProtocol.bytes(Integer.toString(runs.first(run))));
            words.add(PeerProtocol.bytes(Integer.toString(runs.last(run))));
        }
        return frame(words);
    }
}
