package dev.divvy.bench.cache.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.bench.cache.contestant.Contestant;
import dev.divvy.bench.live.Timing;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyProbeTest {

    private static final byte[] VALUE = new byte[10];

    /** Answers "slow" only when it is told to, fails "broken", does not find "none", and answers the rest at once. */
    private static final class Answers implements Contestant {

        private final Queue<CompletableFuture<byte[]>> slow = new ConcurrentLinkedQueue<>();

        private CompletableFuture<byte[]> reply(String key) {
            CompletableFuture<byte[]> reply = new CompletableFuture<>();
            switch (key) {
                case "slow" -> slow.add(reply);
                case "broken" -> reply.completeExceptionally(new IllegalStateException("broken"));
                case "none" -> reply.completeExceptionally(new NoSuchElementException("none"));
                default -> reply.complete(VALUE);
            }
            return reply;
        }

        @Override
        public CompletionStage<byte[]> getAsync(String key) {
            return reply(key);
        }

        @Override
        public CompletionStage<?> putAsync(String key, byte[] value) {
            return reply(key);
        }

        @Override
        public byte[] get(String key) {
            return reply(key).join();
        }

        @Override
        public void put(String key, byte[] value) {
            reply(key).join();
        }

        @Override
        public boolean isRemote(String key) {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void aKeyThatWaitsDelaysNoOtherAndIsTheLongestWait() throws Exception {
        Answers answers = new Answers();
        KeyProbe probe = new KeyProbe(answers, List.of("slow", "fast"), VALUE, 1_000);
        probe.start();
        // The requests after the first are sent although it waits.
        Timing.await("four requests for the slow key", Duration.ofSeconds(30), () -> answers.slow.size() >= 4);
        CompletableFuture<WaitResult> result = CompletableFuture.supplyAsync(() -> stopped(probe));
        while (!result.isDone()) {
            CompletableFuture<byte[]> reply = answers.slow.poll();
            if (reply != null) {
                reply.complete(VALUE);
            }
        }
        // One request per millisecond: when the fourth slow one was sent, the first had waited for some of them.
        assertThat(result.join().longest()).isGreaterThan(1);
        assertThat(result.join().requests()).isGreaterThan(4);
        assertThat(result.join().failed() + result.join().missing()).isZero();
    }

    @Test
    void errorsAndMissingEntriesAreCounted() throws Exception {
        KeyProbe probe = new KeyProbe(new Answers(), List.of("broken", "none", "fast"), VALUE, 1_000);
        probe.start();
        Timing.await("some requests of each", Duration.ofSeconds(30), () -> probe.answered() >= 9);
        WaitResult result = probe.stop();
        assertThat(result.failed()).isGreaterThanOrEqualTo(3).isLessThan(result.requests());
        assertThat(result.missing()).isGreaterThanOrEqualTo(3).isLessThan(result.requests());
        assertThat(WaitResult.parse(result.line())).isEqualTo(result);
    }

    private static WaitResult stopped(KeyProbe probe) {
        try {
            return probe.stop();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
