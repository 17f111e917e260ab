package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.store.CacheClock;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Inline requests and invalid frames get the replies of Redis, which closes the connection after an invalid one. */
@NeedsRedis
class RawRequestsTest {

    private static final String[] INVALID = {
        "*x\r\n",
        "*1048577000000\r\n",
        "*+1\r\n",
        "*1\r\nx3\r\n",
        "*1\r\n\r\n$4\r\nPING\r\n",
        "*1\r\n$-1\r\n",
        "*1\r\n$x\r\n",
        "*1\r\n$99999999999\r\n",
        "*1\r\n$ 4\r\nPING\r\n",
        "ECHO \"a\r\n",
        "ECHO 'a'b\r\n",
        "ECHO \"a\"b\r\n"
    };

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void invalidFramesGetTheErrorsOfRedis() throws Exception {
        for (String invalid : INVALID) {
            assertSame(invalid, invalid);
        }
    }

    @Test
    void inlineRequestsAreSplitAsByRedis() throws Exception {
        Random random = new Random(seed);
        String alphabet = "\"'\\ x4n\tab\u00e9";
        for (int round = 0; round < 300; round++) {
            StringBuilder line = new StringBuilder("ECHO ");
            for (int i = random.nextInt(12); i > 0; i--) {
                line.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertSame("seed " + seed + ": " + line, line + (random.nextBoolean() ? "\r\n" : "\n"));
        }
    }

    private static void assertSame(String what, String sent) throws Exception {
        byte[] bytes = sent.getBytes(StandardCharsets.ISO_8859_1);
        CommandHarness harness = CommandHarness.of(CacheClock.SYSTEM);
        try (RawRedis redis = new RawRedis(RedisServer.shared().address())) {
            assertThat(new String(harness.ask(bytes), StandardCharsets.ISO_8859_1))
                    .as(what)
                    .isEqualTo(new String(redis.ask(bytes), StandardCharsets.ISO_8859_1));
        }
    }
}
