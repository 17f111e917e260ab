package dev.divvy.cache.handover;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.cluster.Posts;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.ChangeListener;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import dev.divvy.cache.traffic.Words;
import dev.divvy.coordination.Fence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Brings tokens to the one that will own them. First their entries are copied while this node still serves them: what changes meanwhile is
 * sent after. Then the posts are closed one by one, the last changes are sent, and the other one is told that the tokens are whole. Only
 * one thread runs a delivery; changes come from whichever thread serves a request.
 */
final class Delivery {

    /** So much goes at a time: of one token a part, of small tokens many. */
    private static final int PART = 64 * 1024;

    private final Fence fence;
    private final List<Post> posts;
    private final Posts all;
    private final Pipe pipe;

    /** Changes of entries during the copy, as whole frames. */
    private final Queue<byte[]> late = new ConcurrentLinkedQueue<>();

    /** The words of a frame that is not sent yet: it has copies only, and goes before any change does. */
    private final List<byte[]> batch = new ArrayList<>();

    private int batched;
    private long entries;

    /** @param fence the tenure of the new owner */
    Delivery(Fence fence, List<Post> posts, Posts all, Pipe pipe) {
        this.fence = fence;
        this.posts = posts;
        this.all = all;
        this.pipe = pipe;
    }

    /** Returns when the new owner has everything; the posts are closed then. */
    void run() throws IOException, InterruptedException {
        try {
            for (Post post : posts) {
                copy(post);
                sendLate();
            }
            sendBatch();
            // What piled up during the copy goes while the posts still serve; what is left then is little.
            pipe.settle();
            sendLate();
            posts.forEach(all::leave);
            sendLate();
            pipe.send(whole());
            pipe.settle();
        } finally {
            posts.forEach(Delivery::hush);
        }
    }

    long entries() {
        return entries;
    }

    private static void hush(Post post) {
        synchronized (post.shelf()) {
            post.shelf().listen(null);
        }
    }

    private void copy(Post post) throws IOException, InterruptedException {
        Shelf shelf = post.shelf();
        byte[][] snapshot;
        synchronized (shelf) {
            snapshot = shelf.snapshot();
            shelf.listen(new Follower(post.token(), snapshot.length > 0));
        }
        Parcel parcel = new Parcel();
        int part = 0;
        for (int next = 0; next < snapshot.length; part++) {
            next = pack(shelf, snapshot, next, parcel);
            add(post.token(), part, parcel.take());
            sendLate();
        }
    }

    /** Sends the changes of one token after. The first frame of a token begins it: of one without entries that is its first change. */
    private final class Follower implements ChangeListener {
        private final int token;
        private boolean begun;

        private Follower(int token, boolean begun) {
            this.token = token;
            this.begun = begun;
        }

        /** The monitor of the shelf is held. */
        @Override
        public void changed(byte @Nullable [] old, byte @Nullable [] now) {
            List<byte[]> words = new ArrayList<>(List.of(Words.bytes(Words.COPY)));
            put(words, token, begun ? 1 : 0, parcel(old, now));
            begun = true;
            late.add(frame(words));
        }
    }

    private void add(int token, int part, byte[] parcel) throws IOException, InterruptedException {
        if (batch.isEmpty()) {
            batch.add(Words.bytes(Words.COPY));
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
        words.add(Words.bytes(Integer.toString(token)));
        words.add(Words.bytes(Integer.toString(part)));
        words.add(parcel);
    }

    private static byte[] frame(List<byte[]> words) {
        return Request.of(words.toArray(byte[][]::new)).data();
    }

    /** Packs entries that are still the same; others went, or their change is sent after. Answers where to go on. */
    private int pack(Shelf shelf, byte[][] snapshot, int from, Parcel parcel) {
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
        Parcel parcel = new Parcel();
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
        Runs runs = Runs.ofPieces(posts.stream().mapToInt(Post::token).toArray());
        List<byte[]> words = new ArrayList<>();
        words.add(Words.bytes(Words.WHOLE));
        words.add(Words.bytes(fence.lineage()));
        words.add(Words.bytes(Long.toString(fence.epoch())));
        for (int run = 0; run < runs.size(); run++) {
            words.add(Words.bytes(Integer.toString(runs.first(run))));
            words.add(Words.bytes(Integer.toString(runs.last(run))));
        }
        return frame(words);
    }
}
