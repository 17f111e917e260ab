package dev.divvy.cache.heal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChangeRecordTest {

    private static final long TICK = Duration.ofSeconds(1).toNanos();
    private static final int TOKENS = 16;

    /** Near the largest value, so that the clock wraps around during a test. */
    private long now = Long.MAX_VALUE - 20 * TICK;

    private ChangeRecord record = new ChangeRecord(TOKENS, now);

    private void tick(OptionalLong keepSince) {
        now += TICK;
        record.tick(now, keepSince);
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            tick(OptionalLong.empty());
        }
    }

    private static long hash(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return HashedKeys.hash(bytes, 0, bytes.length);
    }

    private ChangedKeys since(long time) {
        return record.since(OptionalLong.of(time));
    }

    @Test
    void keysThatChangedSinceAreReportedAndNoOthers() {
        record.changed(3, hash("old"));
        ticks(2 * ChangeRecord.TICKS);
        long apart = now;
        record.changed(3, hash("a"));
        record.changed(3, hash("a"));
        record.changed(5, hash("b"));
        ChangedKeys changed = since(apart);
        assertThat(changed.contains(3, hash("a"))).isTrue();
        assertThat(changed.contains(5, hash("b"))).isTrue();
        assertThat(changed.contains(3, hash("old"))).isFalse();
        assertThat(changed.contains(5, hash("a"))).isFalse();
        assertThat(changed.byToken()).containsOnlyKeys(3, 5);
        assertThat(changed.keys()).isEqualTo(2);
        assertThat(changed.wholeTokens()).isZero();
    }

    @Test
    void everythingSinceTheLastContactIsKeptWhileApart() {
        long apart = now;
        for (int i = 0; i < 100; i++) {
            record.changed(1, hash("k" + i));
            tick(OptionalLong.of(apart));
        }
        ChangedKeys changed = since(apart);
        assertThat(changed.isWhole(1)).isFalse();
        assertThat(changed.keys()).isEqualTo(100);
    }

    @Test
    void aTokenWhoseKeysWereForgottenIsWholeAndTheOthersAreNot() {
        long before = now;
        record.changed(1, hash("a"));
        ticks(ChangeRecord.TICKS * (ChangeRecord.PERIODS + 2));
        record.changed(2, hash("b"));
        ChangedKeys changed = since(before);
        assertThat(changed.isWhole(1)).isTrue();
        assertThat(changed.isWhole(2)).isFalse();
        assertThat(changed.byToken()).containsOnlyKeys(1, 2);
        assertThat(since(now - TICK).byToken()).containsOnlyKeys(2);
        assertThat(record.since(OptionalLong.empty()).byToken()).containsOnlyKeys(1, 2);
    }

    @Test
    void beyondTheLimitOfATokenTheWholeTokenCounts() {
        record = new ChangeRecord(TOKENS, now, 10, Long.MAX_VALUE);
        for (int i = 0; i < 11; i++) {
            record.changed(1, hash("k" + i));
            record.changed(2, hash("same"));
        }
        assertThat(since(now).isWhole(1)).isTrue();
        assertThat(since(now).contains(1, hash("any"))).isTrue();
        assertThat(since(now).isWhole(2)).isFalse();
    }

    @Test
    void beyondTheLimitOfAllTokensWholeTokensCount() {
        record = new ChangeRecord(TOKENS, now, 1_000, 64);
        for (int i = 0; i < 400; i++) {
            record.changed(i % TOKENS, hash("k" + i));
        }
        assertThat(since(now).wholeTokens()).isPositive();
        for (int i = 0; i < 400; i++) {
            assertThat(since(now).contains(i % TOKENS, hash("k" + i))).isTrue();
        }
    }

    @Test
    void aFlushChangesTheWholeToken() {
        record.changed(1, hash("a"));
        record.changedWhole(1);
        record.changed(1, hash("b"));
        assertThat(since(now).isWhole(1)).isTrue();
    }

    /** The timer is overdue after a pause, and may then run several times at once: that must not make the record too short. */
    @Test
    void aPausedNodeReportsTheKeysThatItChangedBeforeAndNoWholeToken() {
        record.changed(1, hash("long before"));
        ticks(ChangeRecord.TICKS * (ChangeRecord.PERIODS + 2));
        record.changed(2, hash("shortly before"));
        long contact = now;
        now += 1_000 * TICK;
        for (int i = 0; i < ChangeRecord.TICKS; i++) {
            record.tick(now, OptionalLong.empty());
        }
        ChangedKeys changed = since(contact - 4 * TICK);
        assertThat(changed.wholeTokens()).isZero();
        assertThat(changed.byToken()).containsOnlyKeys(2);
        assertThat(changed.contains(2, hash("shortly before"))).isTrue();
    }

    /** Messages that waited during the pause make the last contact seem to be the moment after it. */
    @Test
    void aPausedNodeReportsNothingWhenTheContactSeemsToBeLater() {
        record.changed(2, hash("before"));
        now += 1_000 * TICK;
        record.tick(now, OptionalLong.empty());
        ChangedKeys changed = since(now - 4 * TICK);
        assertThat(changed.byToken()).isEmpty();
    }
}
