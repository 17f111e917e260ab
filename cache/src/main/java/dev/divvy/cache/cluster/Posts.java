package dev.divvy.cache.cluster;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tokens that this node serves. Looked at by every request; written by the steward, and by a delivery that takes its tokens away. */
public final class Posts {

    private final AtomicReferenceArray<@Nullable Post> all;
    private final Routes routes;
    private final BooleanSupplier leased;

    /** Asks {@code leased} whether this node may serve at all at this moment. */
    public Posts(int tokens, Routes routes, BooleanSupplier leased) {
        this.all = new AtomicReferenceArray<>(tokens);
        this.routes = routes;
        this.leased = leased;
    }

    /** The post of this token, if it is served here; whether it is open, and the lease runs, is asked inside its monitor. */
    public @Nullable Post of(int token) {
        return all.get(token);
    }

    /** Whether a request at this post may run now; asked inside the monitor of its shelf. */
    public boolean mayServe(Post post) {
        return post.open() && leased.getAsBoolean();
    }

    public boolean leased() {
        return leased.getAsBoolean();
    }

    public void take(Post post) {
        routes.change();
        all.set(post.token(), post);
    }

    /** Nothing runs at this post from now on, and it is found no longer. */
    public void leave(Post post) {
        routes.change();
        synchronized (post.shelf()) {
            post.close();
        }
        all.compareAndSet(post.token(), post, null);
    }

    public int count() {
        int count = 0;
        for (int token = 0; token < all.length(); token++) {
            count += all.get(token) == null ? 0 : 1;
        }
        return count;
    }

    public void forEach(Consumer<Post> action) {
        for (int token = 0; token < all.length(); token++) {
            Post post = all.get(token);
            if (post != null) {
                action.accept(post);
            }
        }
    }
}
