package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.store.CacheClock;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

@NeedsRedis
class RandomCommandsTest {

    private static final int ROUNDS = 40;
    private static final int BATCHES = 8;
    private static final int BATCH = 100;

    /** One that nobody else uses. */
    private static final String DATABASE = "9";

    /** How far the answers to a question about time may be apart. */
    private static final long MARGIN_SECONDS = 300;

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void theSecondVersionIsAnsweredAsByRedis() throws Exception {
        play(false);
    }

    @Test
    void theThirdVersionIsAnsweredAsByRedis() throws Exception {
        play(true);
    }

    private void play(boolean resp3) throws Exception {
        try (RawRedis redis = new RawRedis(RedisServer.shared().address())) {
            if (resp3) {
                redis.ask(Stage.frame("HELLO", "3"));
            }
            redis.ask(Stage.frame("SELECT", DATABASE));
            for (int round = 0; round < ROUNDS; round++) {
                redis.ask(Stage.frame("FLUSHDB"));
                redis.ask(Stage.frame("CLIENT", "SETNAME", ""));
                Stage stage = Stage.of(CacheClock.SYSTEM);
                stage.session().resp3(resp3);
                RandomRequests requests = new RandomRequests(seed + round, CacheClock.SYSTEM.millis() / 1000);
                for (int batch = 0; batch < BATCHES; batch++) {
                    compare(redis, stage, requests, seed + round);
                }
            }
        }
    }

    private static void compare(RawRedis redis, Stage stage, RandomRequests requests, long seed) throws Exception {
        List<List<String>> asked = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            asked.add(requests.next());
        }
        List<byte[]> theirs =
                redis.ask(asked.stream().map(RandomRequests::frame).toList());
        for (int i = 0; i < BATCH; i++) {
            String wanted = text(theirs.get(i));
            String ours = text(stage.ask(RandomRequests.frame(asked.get(i))));
            if (!isAlike(asked.get(i).get(0), ours, wanted)) {
                assertThat(shown(ours))
                        .as(
                                "seed %d, request %d: %s",
                                seed, i, shown(asked.get(i).toString()))
                        .isEqualTo(shown(wanted));
            }
        }
    }

    private static boolean isAlike(String command, String ours, String theirs) {
        if (ours.equals(theirs)) {
            return true;
        }
        return switch (command.toUpperCase(Locale.ROOT)) {
            case "TTL", "EXPIRETIME" -> areNear(ours, theirs, MARGIN_SECONDS);
            case "PTTL", "PEXPIRETIME" -> areNear(ours, theirs, MARGIN_SECONDS * 1000);
            case "KEYS" -> Arrays.equals(sorted(ours), sorted(theirs));
            default -> false;
        };
    }

    private static boolean areNear(String ours, String theirs, long margin) {
        if (ours.charAt(0) != ':' || theirs.charAt(0) != ':') {
            return false;
        }
        long mine = Long.parseLong(ours.trim().substring(1));
        long other = Long.parseLong(theirs.trim().substring(1));
        return mine > 0 && other > 0 && Math.abs(mine - other) <= margin;
    }

    /** Lists whose order means nothing. */
    private static String[] sorted(String list) {
        String[] parts = list.split("(?=\\$)", -1);
        Arrays.sort(parts);
        return parts;
    }

    private static String text(byte[] reply) {
        return new String(reply, StandardCharsets.ISO_8859_1);
    }

    private static String shown(String text) {
        return text.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
    }
}
