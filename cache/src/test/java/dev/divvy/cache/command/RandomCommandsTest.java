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

    /** A database that no other test uses. */
    private static final String DATABASE = "9";

    /** The greatest accepted difference between two replies about times. */
    private static final long MARGIN_SECONDS = 300;

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void resp2RepliesAreThoseOfRedis() throws Exception {
        play(false);
    }

    @Test
    void resp3RepliesAreThoseOfRedis() throws Exception {
        play(true);
    }

    private void play(boolean resp3) throws Exception {
        try (RawRedis redis = new RawRedis(RedisServer.shared().address())) {
            if (resp3) {
                redis.ask(CommandHarness.frame("HELLO", "3"));
            }
            redis.ask(CommandHarness.frame("SELECT", DATABASE));
            for (int round = 0; round < ROUNDS; round++) {
                redis.ask(CommandHarness.frame("FLUSHDB"));
                redis.ask(CommandHarness.frame("CLIENT", "SETNAME", ""));
                CommandHarness harness = CommandHarness.of(CacheClock.SYSTEM);
                harness.session().resp3(resp3);
                RandomRequests requests = new RandomRequests(seed + round, CacheClock.SYSTEM.millis() / 1000);
                for (int batch = 0; batch < BATCHES; batch++) {
                    compare(redis, harness, requests, seed + round);
                }
            }
        }
    }

    private static void compare(RawRedis redis, CommandHarness harness, RandomRequests requests, long seed)
            throws Exception {
        List<List<String>> sent = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            sent.add(requests.next());
        }
        List<byte[]> theirs = redis.ask(sent.stream().map(RandomRequests::frame).toList());
        for (int i = 0; i < BATCH; i++) {
            String expected = text(theirs.get(i));
            String ours = text(harness.ask(RandomRequests.frame(sent.get(i))));
            if (!isEquivalent(sent.get(i).get(0), ours, expected)) {
                assertThat(escaped(ours))
                        .as(
                                "seed %d, request %d: %s",
                                seed, i, escaped(sent.get(i).toString()))
                        .isEqualTo(escaped(expected));
            }
        }
    }

    private static boolean isEquivalent(String command, String ours, String theirs) {
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
        long ourTime = Long.parseLong(ours.trim().substring(1));
        long theirTime = Long.parseLong(theirs.trim().substring(1));
        return ourTime > 0 && theirTime > 0 && Math.abs(ourTime - theirTime) <= margin;
    }

    /** Returns the elements of a list whose order does not matter, sorted. */
    private static String[] sorted(String list) {
        String[] parts = list.split("(?=\\$)", -1);
        Arrays.sort(parts);
        return parts;
    }

    private static String text(byte[] reply) {
        return new String(reply, StandardCharsets.ISO_8859_1);
    }

    private static String escaped(String text) {
        return text.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
    }
}
