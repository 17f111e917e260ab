package dev.divvy.allocation.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeyHashTest {

    @ParameterizedTest
    @CsvSource({
        "foo, 12182",
        "bar, 5061",
        "123456789, 12739",
        "{user1000}.following, 3443",
        "{user1000}.followers, 3443",
        "user1000, 3443",
        "foo{}{bar}, 8363",
        "foo{{bar}}zap, 4015",
        "{bar, 4015",
        "foo{bar}{zap}, 5061",
        "foo}{bar}, 5061",
        "foo{bar, 15278",
        "}{, 12793",
        "{}, 15257",
        "'', 0",
    })
    void redisKeysHaveTheSlotsThatRedisGivesThem(String key, int slot) {
        assertThat(KeyHash.REDIS_SLOT.hash(key)).isEqualTo(slot);
        assertThat(KeyHash.REDIS_SLOT.hash(key.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(slot);
    }

    @ParameterizedTest
    @EnumSource
    void aKeyInsideALongerArrayHasTheHashThatItHasAlone(KeyHash rule) {
        byte[] bytes = "}{x{user1000}.following{}".getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from <= bytes.length; from++) {
            for (int length = 0; from + length <= bytes.length; length++) {
                assertThat(rule.hash(bytes, from, length))
                        .as("%d bytes from %d", length, from)
                        .isEqualTo(rule.hash(java.util.Arrays.copyOfRange(bytes, from, from + length)));
            }
        }
    }

    @Test
    void aMurmurHashIsTheSignedIntAsALong() {
        assertThat(KeyHash.MURMUR3_32.hash("42")).isEqualTo(-1135041482L);
        assertThat(KeyHash.MURMUR3_32.hash("a")).isEqualTo(1009084850L);
    }

    @Test
    void anXxh3HashIsTheWholeLong() {
        assertThat(KeyHash.XXH3_64.hash("")).isEqualTo(0x2D06800538D394C2L);
    }

    @Test
    void halfASurrogatePairCountsAsAQuestionMark() {
        assertThat(KeyHash.XXH3_64.hash("a\ud83d")).isEqualTo(KeyHash.XXH3_64.hash("a?"));
    }

    @Test
    void theSpacesAreThoseOfAnIntALongAndTheSlots() {
        assertThat(KeyHash.MURMUR3_32.smallest()).isEqualTo(Integer.MIN_VALUE);
        assertThat(KeyHash.MURMUR3_32.largest()).isEqualTo(Integer.MAX_VALUE);
        assertThat(KeyHash.XXH3_64.smallest()).isEqualTo(Long.MIN_VALUE);
        assertThat(KeyHash.XXH3_64.largest()).isEqualTo(Long.MAX_VALUE);
        assertThat(KeyHash.REDIS_SLOT.smallest()).isZero();
        assertThat(KeyHash.REDIS_SLOT.largest()).isEqualTo(16383);
    }

    @Test
    void positionsAreFrozen() {
        assertThat(KeyHash.MURMUR3_32.position(Integer.MIN_VALUE)).isZero();
        assertThat(KeyHash.MURMUR3_32.position(-1)).isEqualTo((1L << 31) - 1);
        assertThat(KeyHash.MURMUR3_32.position(Integer.MAX_VALUE)).isEqualTo((1L << 32) - 1);
        assertThat(KeyHash.XXH3_64.position(Long.MIN_VALUE)).isZero();
        assertThat(KeyHash.XXH3_64.position(-1)).isEqualTo((1L << 31) - 1);
        assertThat(KeyHash.XXH3_64.position((1L << 32) - 1)).isEqualTo(1L << 31);
        assertThat(KeyHash.XXH3_64.position(Long.MAX_VALUE)).isEqualTo((1L << 32) - 1);
        assertThat(KeyHash.REDIS_SLOT.position(1)).isEqualTo(1L << 18);
        assertThat(KeyHash.REDIS_SLOT.position(16383)).isEqualTo(16383L << 18);
    }

    @ParameterizedTest
    @EnumSource
    void aHashIsAtOrBelowAPositionExactlyWhenItIsAtMostTheLastUpToIt(KeyHash rule) {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100_000; i++) {
            long position = random.nextLong(16383L << 18);
            long first = rule.firstFrom(position);
            long last = rule.lastUpTo(position);
            assertThat(rule.position(first) >= position
                            && (first == rule.smallest() || rule.position(first - 1) < position)
                            && rule.position(last) <= position
                            && (last == rule.largest() || rule.position(last + 1) > position))
                    .as("seed %d, position %d of %s: first %d, last %d", seed, position, rule, first, last)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLineStartsAtTheSmallestHashAndEndsAtTheLargest(KeyHash rule) {
        assertThat(rule.firstFrom(0)).isEqualTo(rule.smallest());
        assertThat(rule.lastUpTo(KeyHash.POSITIONS - 1)).isEqualTo(rule.largest());
    }

    @ParameterizedTest
    @CsvSource({
        "MURMUR3_32, 2147483648, -2147483648, 2147483647",
        "MURMUR3_32, -2147483649, -2147483648, 2147483647",
        "REDIS_SLOT, -1, 0, 16383",
        "REDIS_SLOT, 16384, 0, 16383",
    })
    void aHashThatTheRuleNeverGivesIsRefused(KeyHash rule, long hash, long smallest, long largest) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.check(hash))
                .withMessage("hash %d is not one of %s: those go from %d to %d", hash, rule, smallest, largest);
    }

    @ParameterizedTest
    @EnumSource
    void aPositionThatDoesNotExistIsRefused(KeyHash rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.firstFrom(-1))
                .withMessage("position -1 does not exist: there are 4294967296, numbered from 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.lastUpTo(KeyHash.POSITIONS))
                .withMessage("position 4294967296 does not exist: there are 4294967296, numbered from 0");
    }

    @Test
    void thereIsNoSlotAfterTheStartOfTheLastOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyHash.REDIS_SLOT.firstFrom((16383L << 18) + 1))
                .withMessage("hash 16384 is not one of REDIS_SLOT: those go from 0 to 16383");
    }
}
