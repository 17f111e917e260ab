package dev.divvy.cache.traffic;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.cluster.Posts;
import dev.divvy.cache.cluster.Routes;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.command.form.ManyKeysCommand;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Shelves;
import io.netty.buffer.ByteBuf;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Where requests for single keys are run, or sent on from: what this node serves, and the chart of what others serve. */
public final class Counter {

    /** What a part answers that did not run. */
    static final int NOT_HERE = -1;

    private final String name;
    private final Tokens tokens;
    private final Routes routes;
    private final Posts posts;
    private final Shelves shelves;
    private final IntPredicate arrived;

    /**
     * The counter of a node.
     *
     * @param name of this node
     * @param arrived whether the entries of a token came here that this node does not serve yet
     */
    public Counter(String name, Tokens tokens, Routes routes, Posts posts, Shelves shelves, IntPredicate arrived) {
        this.name = name;
        this.tokens = tokens;
        this.routes = routes;
        this.posts = posts;
        this.shelves = shelves;
        this.arrived = arrived;
    }

    Routes routes() {
        return routes;
    }

    int tokenOf(Request request, int argument) {
        return tokens.tokenOf(request.data(), request.start(argument), request.length(argument));
    }

    public int tokenOf(byte[] key) {
        return tokens.tokenOf(key);
    }

    @Nullable
    Post postOf(int token) {
        return posts.of(token);
    }

    /** Runs a request here, if this node serves its token at this moment; answers whether it did. */
    boolean run(KeyCommand command, Request request, int token, ByteBuf out, boolean resp3) {
        Post post = posts.of(token);
        return post != null && run(command, request, post, out, resp3);
    }

    boolean run(KeyCommand command, Request request, Post post, ByteBuf out, boolean resp3) {
        if (command.writes()) {
            shelves.makeRoom();
        }
        synchronized (post.shelf()) {
            if (!posts.mayServe(post)) {
                return false;
            }
            command.run(request, post.shelf(), shelves.clock().millis(), out, resp3);
            return true;
        }
    }

    /** Runs a part of a request for many keys here; answers what it counts, or {@link #NOT_HERE}. */
    int run(ManyKeysCommand command, Request request, int part, Post post, ByteBuf out, boolean resp3) {
        if (command.writes()) {
            shelves.makeRoom();
        }
        synchronized (post.shelf()) {
            if (!posts.mayServe(post)) {
                return NOT_HERE;
            }
            return command.run(request, part, post.shelf(), shelves.clock().millis(), out, resp3) ? 1 : 0;
        }
    }

    /** Whom to ask for a token that this node does not serve; null when nobody is known who does. */
    @Nullable
    Peer target(Chart chart, int token) {
        Peer to = chart.route(token);
        if (to != null && isMe(to) && chart.moving(token) && posts.of(token) == null) {
            routes.letGo(chart, token);
            to = chart.owner(token);
        }
        // Whose entries are here is about to be this node's, even if its chart does not say so yet: nobody else serves
        // it.
        return to == null || isMe(to) || arrived.test(token) ? null : to;
    }

    private boolean isMe(Peer peer) {
        return peer.name().equals(name);
    }
}
