package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients follow a redirection a few times only. */
@Timeout(120)
class RedirectTest {

    /** What the least patient of the clients would follow. */
    private static final int MOST_HOPS = 5;

    private static final int KEYS = 5000;

    @Test
    void noClientIsSentToAndFroWhileTokensMove() {
        try (Fleet fleet = new Fleet(settings -> settings.withRedirects(true))
                .with("n1", "n2")
                .withMaps()) {
            InetSocketAddress first = fleet.node("n1").address();
            AtomicBoolean over = new AtomicBoolean();
            CompletableFuture<Integer> worst = CompletableFuture.supplyAsync(() -> mostHops(first, over));
            try {
                for (int i = 0; i < 3; i++) {
                    fleet.with("n3", "n4");
                    fleet.stop("n3");
                    fleet.stop("n4");
                    fleet.awaitCalm();
                }
            } finally {
                over.set(true);
            }
            assertThat(worst.join()).isBetween(1, MOST_HOPS);
        }
    }

    /** Begins every command at the first node, which stays, and follows wherever it is sent. */
    private static int mostHops(InetSocketAddress first, AtomicBoolean over) {
        Map<Integer, Talk> talks = new HashMap<>();
        int most = 0;
        for (int i = 0; !over.get(); i++) {
            try {
                most = Math.max(most, hops("key" + i % KEYS, first, talks));
            } catch (UncheckedIOException e) {
                talks.values().forEach(Talk::close); // a node left
                talks.clear();
            }
        }
        talks.values().forEach(Talk::close);
        return most;
    }

    private static int hops(String key, InetSocketAddress first, Map<Integer, Talk> talks) {
        int port = first.getPort();
        for (int hops = 0; hops < 1000; hops++) {
            String answer = String.valueOf(talks.computeIfAbsent(
                            port, next -> new Talk(new InetSocketAddress(InetAddress.getLoopbackAddress(), next)))
                    .ask("SET", key, "value"));
            if (!answer.startsWith("-MOVED ")) {
                assertThat(answer).isEqualTo("OK");
                return hops;
            }
            port = Integer.parseInt(answer.substring(answer.lastIndexOf(':') + 1));
        }
        throw new AssertionError("there is no end to the redirections of " + key);
    }
}
