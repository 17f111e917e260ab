package dev.divvy.cache.handover;

import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.cluster.Posts;
import dev.divvy.cache.cluster.Routes;
import dev.divvy.cache.store.Shelves;
import dev.divvy.cache.traffic.Caller;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes tokens away that now belong to others: each lot on a thread of its own, until all of it has arrived, or the grace time of the group
 * is over. When an owner goes before it has everything, the next one gets it.
 */
public final class Removals {

    private static final Logger log = LoggerFactory.getLogger(Removals.class);
    private static final long BETWEEN_ATTEMPTS = 20;

    private record Destination(Peer peer, Fence fence) {}

    private final String name;
    private final Routes routes;
    private final Posts posts;
    private final Shelves shelves;
    private final Guests guests;
    private final Function<Peer, Caller> calling;

    /** Opens links with {@code calling}, one for each delivery. */
    public Removals(
            String name, Routes routes, Posts posts, Shelves shelves, Guests guests, Function<Peer, Caller> calling) {
        this.name = name;
        this.routes = routes;
        this.posts = posts;
        this.shelves = shelves;
        this.guests = guests;
        this.calling = calling;
    }

    /** Begins to take these away; the answer is counted down when none of them is here any more. */
    public CountDownLatch take(List<Post> lot) {
        CountDownLatch done = new CountDownLatch(1);
        thread("removal", () -> {
                    try {
                        remove(new ArrayList<>(lot));
                    } finally {
                        done.countDown();
                    }
                })
                .start();
        return done;
    }

    private Thread thread(String what, Runnable work) {
        return DaemonThreads.unstarted("divvy-cache-" + name + "-" + what, work);
    }

    private void remove(List<Post> left) {
        try {
            while (!left.isEmpty()) {
                giveUp(left);
                Map<Destination, List<Post>> lots = sorted(left);
                deliver(lots);
                left.removeIf(post -> post.done());
                if (!left.isEmpty()) {
                    Thread.sleep(BETWEEN_ATTEMPTS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
        }
    }

    /** What is held no longer, because it took too long or this node was taken off, belongs to others already. */
    private void giveUp(List<Post> left) {
        List<Post> gone = left.stream().filter(Post::released).toList();
        if (!gone.isEmpty()) {
            long entries = gone.stream().mapToLong(Removals::size).sum();
            log.warn("{}: {} tokens with {} entries were not handed over in time", name, gone.size(), entries);
            gone.forEach(this::end);
            left.removeAll(gone);
        }
    }

    private static long size(Post post) {
        synchronized (post.shelf()) {
            return post.shelf().size();
        }
    }

    /** By where they go. What goes nowhere, or comes back here, is settled at once; what nobody knows yet is left out. */
    private Map<Destination, List<Post>> sorted(List<Post> left) {
        Map<Destination, List<Post>> lots = new LinkedHashMap<>();
        Chart chart = routes.chart();
        String lineage = chart.allocation().map(one -> one.version().lineage()).orElse("");
        for (Post post : left) {
            Peer owner = chart.owner(post.token());
            if (chart.epoch() < post.fence().epoch()) {
                continue;
            }
            if (owner == null) {
                end(post);
                continue;
            }
            Fence fence = new Fence(lineage, chart.since(post.token()));
            if (!owner.name().equals(name)) {
                lots.computeIfAbsent(new Destination(owner, fence), one -> new ArrayList<>())
                        .add(post);
            } else if (!fence.equals(post.fence())) {
                posts.leave(post);
                if (guests.keep(post.token(), fence, post.shelf())) {
                    end(post);
                }
            }
        }
        return lots;
    }

    private void deliver(Map<Destination, List<Post>> lots) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        lots.forEach((to, lot) -> threads.add(thread("delivery", () -> deliver(to, lot))));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void deliver(Destination to, List<Post> lot) {
        long began = System.nanoTime();
        try (Pipe pipe = new Pipe(calling.apply(to.peer))) {
            Delivery delivery = new Delivery(to.fence, lot, posts, pipe);
            delivery.run();
            lot.forEach(this::end);
            log.info(
                    "{}: handed {} tokens with {} entries to {} in {} ms",
                    name,
                    lot.size(),
                    delivery.entries(),
                    to.peer.name(),
                    (System.nanoTime() - began) / 1_000_000);
        } catch (IOException e) {
            // It is tried again at once and often: most of the time the chart is about to name another owner.
            log.debug("{}: {} did not take {} tokens: {}", name, to.peer, lot.size(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
        }
    }

    /** Nothing of it is here any more, and the next owner may begin. */
    private void end(Post post) {
        posts.leave(post);
        shelves.drop(post.token(), post.shelf());
        post.release();
    }
}
