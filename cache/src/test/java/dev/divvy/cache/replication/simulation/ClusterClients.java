package dev.divvy.cache.replication.simulation;

import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.replication.protocol.Mistake;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Clients that append words to a log per token and read it. Every reply shows the whole log. */
final class ClusterClients {

    private static final byte[] KEY = "log".getBytes(StandardCharsets.US_ASCII);

    private final SimulatedCluster cluster;
    private final SeededRandom random;
    private final List<TokenLog> logs = new ArrayList<>();
    private int lastWord;
    private long answers;
    private boolean stopped;

    ClusterClients(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.random = new SeededRandom(cluster.seed() + 5);
        for (int token = 0; token < cluster.scenario().tokens(); token++) {
            logs.add(new TokenLog(token));
        }
    }

    List<TokenLog> logs() {
        return logs;
    }

    int lastWord() {
        return lastWord;
    }

    long answers() {
        return answers;
    }

    static byte[] logIn(TokenStore store) {
        byte[] entry = store.find(KEY, 0, KEY.length, 0);
        return entry == null ? new byte[0] : EntryLayout.value(entry);
    }

    /** Sends no further commands. */
    void stop() {
        stopped = true;
    }

    void start() {
        long mean = cluster.scenario().commandEvery().toNanos();
        cluster.queue().in(random.between(0, 2 * mean), () -> {
            TokenLog log = random.pick(logs);
            boolean append = random.below(2) == 0;
            for (SimulatedNode node : cluster.nodes().all()) {
                if (!node.isPaused() && node.servedTokens().get(log.token()) != null) {
                    node.run(() -> command(node, log, append));
                }
            }
            if (!stopped) {
                start();
            }
        });
    }

    /** Runs a command as the event loops of a node do; returns whether it ran. */
    boolean command(SimulatedNode node, TokenLog log, boolean append) {
        ServedToken served = node.servedTokens().get(log.token());
        if (served == null) {
            return false;
        }
        synchronized (served.store()) {
            if (!node.servedTokens().mayServe(served) && cluster.scenario().mistake() != Mistake.NO_LEASE_FOR_READS) {
                return false;
            }
            byte[] shown = logIn(served.store());
            TokenLog.Moment moment = log.moment(lastWord);
            if (append) {
                shown = TokenLog.plus(shown, ++lastWord);
                served.store().put(EntryLayout.of(KEY, shown, EntryLayout.NEVER, cluster.now() / 1_000_000));
            }
            Request request = new Request(node.toString(), log, moment, append ? lastWord : 0);
            replyLater(node, request, shown, served.copies().pendingReply());
        }
        return true;
    }

    private void replyLater(SimulatedNode node, Request request, byte[] shown, @Nullable PendingReply reply) {
        if (reply == null) {
            answer(request, shown);
            return;
        }
        reply.whenDecided(confirmed -> {
            if (confirmed && !node.isCrashed()) {
                answer(request, shown);
            }
        });
    }

    /** @param word the word that is appended; 0 for a read */
    private record Request(String node, TokenLog log, TokenLog.Moment moment, int word) {}

    private void answer(Request request, byte[] shown) {
        answers++;
        TokenLog log = request.log;
        cluster.trace(() -> request.node + " answers " + (request.word == 0 ? "a read" : "word " + request.word)
                + " of token " + log.token() + ": " + TokenLog.text(shown));
        if (request.moment.generation() != log.generation()) {
            return; // the token was lost meanwhile
        }
        if (!log.answer(shown, request.moment)) {
            cluster.fail(
                    Violation.NOT_LINEARIZABLE,
                    request.node + " shows " + TokenLog.text(shown) + " of token " + log.token() + " after "
                            + TokenLog.text(log.answered()));
        }
        cluster.checker().answered(log);
    }
}
