package dev.divvy.cache.handover;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.cluster.Posts;
import dev.divvy.cache.resp.Request;
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

    private static final int PART = 64 * 1024;

    private final Fence fence;
    private final List<Post> posts;
    private final Posts all;
    private final Pipe pipe;
    /** Changes of entries during the copy, as whole frames. */
    private final Queue<byte[]> late = new ConcurrentLinkedQueue<>();

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
            shelf.listen((old, now) -> late.add(frame(post.token(), 1, parcel(old, now))));
        }
        Parcel parcel = new Parcel();
        int part = 0;
        for (int next = 0; next < snapshot.length || part == 0; part++) {
            next = pack(shelf, snapshot, next, parcel);
            pipe.send(frame(post.token(), part, parcel.take()));
            sendLate();
        }
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
            pipe.send(change);
        }
    }

    private static byte[] frame(int token, int part, byte[] parcel) {
        return Request.of(
                        Words.bytes(Words.COPY),
                        Words.bytes(Integer.toString(token)),
                        Words.bytes(Integer.toString(part)),
                        parcel)
                .data();
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
        return Request.of(words.toArray(byte[][]::new)).data();
    }
}
