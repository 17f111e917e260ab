package dev.divvy.cache.traffic;

import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.command.form.ManyKeysCommand;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Serves the requests of one client that are about keys: what this node serves runs here at once, for the rest others are asked, or the
 * client is told whom to ask. The answers go back in the order of the requests. Everything here happens on one event loop.
 */
final class Clerk {

    private final House house;
    private final Counter counter;
    private final Session session;
    private final Answers answers;
    private final Returns returns;

    Clerk(House house, Session session, Answers answers, Returns returns) {
        this.house = house;
        this.counter = house.counter();
        this.session = session;
        this.answers = answers;
        this.returns = returns;
    }

    Session session() {
        return session;
    }

    Answers answers() {
        return answers;
    }

    /** Whether nothing is asked and nothing is owed. */
    boolean isIdle() {
        return returns.isEmpty() && answers.size() == 0;
    }

    /** The client is gone. */
    void end() {
        returns.abandon();
        answers.release();
    }

    /** Runs a request about one key, or asks for it; answers false when it cannot be run yet and is to be read again later. */
    boolean run(KeyCommand command, Request request) {
        int token = counter.tokenOf(request, 1);
        returns.look();
        Post post = counter.postOf(token);
        Chart chart = counter.routes().chart();
        if (!returns.mayTake()) {
            return false;
        }
        if (post != null && counter.run(command, request, post, answers.now(), session.resp3())) {
            return true;
        }
        if (house.redirects() && moved(chart, token, request, 1)) {
            return true;
        }
        Answers.Place place = answers.later();
        byte[] frame = Arrays.copyOfRange(request.data(), request.begin(), request.end());
        returns.send(new Single(place, answers, session), command, frame, token, chart);
        return true;
    }

    /** The same for a request about many keys. */
    boolean run(ManyKeysCommand command, Request request) {
        int parts = command.parts(request);
        int[] tokens = new int[parts];
        @Nullable Post[] posts = new Post[parts];
        returns.look();
        for (int i = 0; i < parts; i++) {
            tokens[i] = counter.tokenOf(request, command.key(i));
            posts[i] = counter.postOf(tokens[i]);
        }
        Chart chart = counter.routes().chart();
        if (!returns.mayTake()) {
            return false;
        }
        if (house.redirects()
                && (crosses(tokens) || (posts[0] == null && moved(chart, tokens[0], request, command.key(0))))) {
            return true;
        }
        Fan fan = new Fan(command, parts, answers, session.resp3());
        for (int i = 0; i < parts; i++) {
            Post post = posts[i];
            if (post == null || !fan.run(request, i, counter, post)) {
                Request part = command.part(request, i);
                KeyCommand single = Objects.requireNonNull(house.single(part));
                returns.send(fan.home(i), single, part.data(), tokens[i], chart);
            }
        }
        return true;
    }

    private boolean crosses(int[] tokens) {
        boolean one = Arrays.stream(tokens).allMatch(token -> token == tokens[0]);
        if (!one) {
            Replies.error(answers.now(), "CROSSSLOT Keys in request don't hash to the same slot");
        }
        return !one;
    }

    private boolean moved(Chart chart, int token, Request request, int key) {
        Peer to = counter.target(chart, token);
        // It is this node's, or nobody's, and waits. Or it moves, and two nodes would send the client to and fro.
        if (to == null || !to.reachable() || chart.unsettled(token)) {
            return false;
        }
        long slot = KeyHash.REDIS_SLOT.hash(request.data(), request.start(key), request.length(key));
        Replies.error(answers.now(), "MOVED " + slot + " " + to.host() + ":" + to.port());
        return true;
    }

    /** The answer of another node to a request for one key. */
    private record Single(Answers.Place place, Answers answers, Session session) implements Returns.Home {

        @Override
        public void answered(byte[] data, int from, int length) {
            Fan.copy(answers.at(place), data, from, length, session.resp3());
            answers.done(place);
        }

        @Override
        public void failed(String error) {
            Replies.error(answers.at(place), error);
            answers.done(place);
        }
    }
}
