package dev.divvy.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.allocation.hash.function.Xxh3;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TokensTest {

    private static final long SEED = 20_260_101;

    @ParameterizedTest
    @EnumSource
    void forEveryCountARangeIsExactlyTheHashesOfItsToken(KeyHash rule) {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int count = 1; count <= most(rule); count++) {
            Tokens tokens = new Tokens(count, rule);
            requireExact(tokens, 0);
            requireExact(tokens, count - 1);
            requireExact(tokens, random.nextInt(count));
            requireExact(tokens, random.nextInt(count));
            requireExact(tokens, random.nextInt(count));
        }
    }

    @ParameterizedTest
    @EnumSource
    void rangesTileTheSpaceAndAreOfOneSize(KeyHash rule) {
        for (int count : someCounts(rule)) {
            Tokens tokens = new Tokens(count, rule);
            long least = Long.MAX_VALUE;
            long most = 0;
            for (int token = 0; token < count; token++) {
                requireExact(tokens, token);
                HashRange range = tokens.rangeOf(token);
                long size = sizeOf(range, rule);
                least = Math.min(least, size);
                most = Math.max(most, size);
            }
            assertThat(most - least).as("largest less smallest of %s", tokens).isLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRangeOfManyTokensGoesFromTheFirstToTheLast(KeyHash rule) {
        Tokens tokens = new Tokens(1000, rule);
        HashRange range = tokens.rangeOf(17, 423);
        assertThat(range.first()).isEqualTo(tokens.rangeOf(17).first());
        assertThat(range.last()).isEqualTo(tokens.rangeOf(423).last());
        assertThat(tokens.rangeOf(0, 999)).isEqualTo(new HashRange(rule.smallest(), rule.largest()));
    }

    @ParameterizedTest
    @EnumSource
    void aGreaterHashNeverHasALesserToken(KeyHash rule) {
        SplittableRandom random = new SplittableRandom(SEED);
        long[] hashes = random.longs(2000)
                .map(hash -> rule == KeyHash.REDIS_SLOT ? hash & 16383 : rule == KeyHash.XXH3_64 ? hash : (int) hash)
                .sorted()
                .toArray();
        for (int count : someCounts(rule)) {
            Tokens tokens = new Tokens(count, rule);
            assertThat(Arrays.stream(hashes).mapToInt(tokens::tokenOfHash).toArray())
                    .as("seed %d, %s", SEED, tokens)
                    .isSorted();
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 2000", "1000, 3000", "1, 1048576", "524287, 1048574", "7, 7", "12, 60"})
    void aMultipleOfTheCountSplitsEveryTokenInPlace(int fewer, int more) {
        Tokens older = Tokens.sql(fewer);
        Tokens tokens = Tokens.sql(more);
        int[] places = tokens.placesOf(older);
        int split = tokens.splitOf(older);
        assertThat(places).hasSize(fewer);
        assertThat(split).isEqualTo(more / fewer);
        for (int token = 0; token < fewer; token++) {
            if (!tokens.rangeOf(places[token], places[token] + split - 1).equals(older.rangeOf(token))) {
                fail("token " + token + " of " + older + " is not the tokens from " + places[token] + " of " + tokens);
            }
        }
    }

    @Test
    void tokensCanOnlyFollowTokensOfTheSameRuleAndACountThatDivides() {
        Tokens tokens = Tokens.sql(1500);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.placesOf(Tokens.sql(1000)))
                .withMessage("1500 tokens of MURMUR3_32 cannot follow 1000 tokens of MURMUR3_32 in one lineage:"
                        + " the count must be a multiple of 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.splitOf(Tokens.sql(3000)))
                .withMessageEndingWith("the count must be a multiple of 3000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.placesOf(Tokens.wide(1500)))
                .withMessage("1500 tokens of MURMUR3_32 cannot follow 1500 tokens of XXH3_64 in one lineage");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.placesOf(Units.of("a", "b")))
                .withMessage("1500 tokens of MURMUR3_32 cannot follow 2 units in one lineage");
    }

    @ParameterizedTest
    @EnumSource
    void theTokenOfAKeyIsTheTokenOfItsHash(KeyHash rule) {
        Tokens tokens = new Tokens(1000, rule);
        for (String key : new String[] {"", "a", "order:4711", "{user1000}.following", "Z\u00fcrich"}) {
            int token = tokens.tokenOfHash(rule.hash(key));
            assertThat(tokens.tokenOf(key)).isEqualTo(token);
            assertThat(tokens.tokenOf(key.getBytes(StandardCharsets.UTF_8))).isEqualTo(token);
        }
    }

    /** Stored data depends on these numbers: they never change. */
    @ParameterizedTest
    @CsvSource({"'', 500, 675", "42, 235, 570", "order:4711, 889, 955", "Z\u00fcrich, 661, 545"})
    void theTokenOfAKeyIsFrozen(String key, int sql, int wide) {
        assertThat(Tokens.sql(1000).tokenOf(key)).isEqualTo(sql);
        assertThat(Tokens.wide(1000).tokenOf(key)).isEqualTo(wide);
    }

    @Test
    void everyRedisSlotIsATokenOfItsOwn() {
        Tokens tokens = Tokens.redis();
        assertThat(tokens.count()).isEqualTo(16384);
        assertThat(tokens.tokenOf("foo")).isEqualTo(12182);
        assertThat(tokens.rangeOf(12182)).isEqualTo(new HashRange(12182, 12182));
        assertThat(Tokens.redis(4).rangeOf(1)).isEqualTo(new HashRange(4096, 8191));
    }

    @Test
    void aTokenIsNamedByItsNumber() {
        Tokens tokens = Tokens.wide(18);
        assertThat(tokens.name(17)).isEqualTo("17");
        assertThat(tokens.indexOf("17")).isEqualTo(17);
        assertThat(tokens.indexOf("0")).isZero();
        for (String other : new String[] {"18", "-1", "+1", "01", "", " 1", "1 ", "x", "\u0661", "4294967297"}) {
            assertThat(tokens.indexOf(other)).as(other).isEqualTo(-1);
        }
    }

    @Test
    void theKeyOfATokenIsTheHashOfItsNumber() {
        assertThat(Tokens.sql(18).key(17)).isEqualTo(Xxh3.hash64(new byte[] {17, 0, 0, 0, 0, 0, 0, 0}));
        assertThat(Tokens.sql(18).key(17)).isEqualTo(Tokens.wide(18000).key(17));
    }

    @Test
    void tokensAreEqualByCountAndRule() {
        assertThat(Tokens.sql(1000))
                .isEqualTo(new Tokens(1000, KeyHash.MURMUR3_32))
                .hasSameHashCodeAs(new Tokens(1000, KeyHash.MURMUR3_32))
                .hasToString("1000 tokens of MURMUR3_32")
                .isNotEqualTo(Tokens.wide(1000))
                .isNotEqualTo(Tokens.sql(1001));
    }

    @ParameterizedTest
    @CsvSource({
        "0, XXH3_64, 0 tokens of XXH3_64 are too few; the least is 1",
        "-5, REDIS_SLOT, -5 tokens of REDIS_SLOT are too few; the least is 1",
        "1048577, MURMUR3_32, 1048577 tokens of MURMUR3_32 are too many; the most is 1048576",
        "16385, REDIS_SLOT, 16385 tokens of REDIS_SLOT are too many; the most is 16384",
    })
    void aCountOutsideOfTheLimitsIsRefused(int count, KeyHash rule, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tokens(count, rule))
                .withMessage(message);
    }

    @Test
    void aTokenThatDoesNotExistIsRefused() {
        Tokens tokens = Tokens.sql(10);
        String message = "piece 10 does not exist: there are 10, numbered from 0";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.rangeOf(10))
                .withMessage(message);
        assertThatIllegalArgumentException().isThrownBy(() -> tokens.name(10)).withMessage(message);
        assertThatIllegalArgumentException().isThrownBy(() -> tokens.key(10)).withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.rangeOf(-1, 3))
                .withMessage("piece -1 does not exist: there are 10, numbered from 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.rangeOf(5, 3))
                .withMessage("tokens from 5 to 3 are none: the first is above the last");
    }

    @Test
    void aHashThatTheRuleNeverGivesHasNoToken() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokens.sql(10).tokenOfHash(1L << 31))
                .withMessage("hash 2147483648 is not one of MURMUR3_32: those go from -2147483648 to 2147483647");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokens.redis(10).tokenOfHash(16384))
                .withMessage("hash 16384 is not one of REDIS_SLOT: those go from 0 to 16383");
    }

    /** Both ends of the range belong to the token; one further is the neighbour's, or the end of the space. */
    private static void requireExact(Tokens tokens, int token) {
        KeyHash rule = tokens.rule();
        HashRange range = tokens.rangeOf(token);
        boolean starts =
                token == 0 ? range.first() == rule.smallest() : tokens.tokenOfHash(range.first() - 1) == token - 1;
        boolean ends = token == tokens.count() - 1
                ? range.last() == rule.largest()
                : tokens.tokenOfHash(range.last() + 1) == token + 1
                        && tokens.rangeOf(token + 1).first() == range.last() + 1;
        boolean holds = tokens.tokenOfHash(range.first()) == token && tokens.tokenOfHash(range.last()) == token;
        // Not an AssertJ assertion: this runs ten million times.
        if (!starts || !ends || !holds) {
            fail("seed " + SEED + ": token " + token + " of " + tokens + " is not exactly " + range);
        }
    }

    /** Returns the size in positions; for slots, which are spaced, in slots. */
    private static long sizeOf(HashRange range, KeyHash rule) {
        return rule == KeyHash.REDIS_SLOT
                ? range.last() - range.first() + 1
                : rule.position(range.last()) - rule.position(range.first()) + 1;
    }

    private static int most(KeyHash rule) {
        return rule == KeyHash.REDIS_SLOT ? 16384 : Pieces.MOST;
    }

    private static int[] someCounts(KeyHash rule) {
        int[] counts = {
            1, 2, 3, 5, 7, 10, 12, 60, 97, 100, 255, 256, 257, 1000, 1023, 1024, 1025, 4096, 8191, 10_000, 16_383,
            16_384, 16_385, 65_535, 65_536, 65_537, 99_991, 100_000, 262_144, 524_287, 1_000_000, 1_048_573, 1_048_575,
            1_048_576
        };
        return IntStream.of(counts).filter(count -> count <= most(rule)).toArray();
    }
}
