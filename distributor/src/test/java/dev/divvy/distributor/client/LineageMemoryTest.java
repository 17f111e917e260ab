package dev.divvy.distributor.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Version;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LineageMemoryTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Optional<Version> NONE = Optional.empty();
    private static final Optional<Version> BEFORE = Optional.of(new Version("before", 7));
    private static final Optional<Version> AFTER = Optional.of(new Version("after", 8));

    private final LineageMemory memory = new LineageMemory(Duration.ofSeconds(2));

    @Test
    void theFirstLineageLacksNoFormerOwner() {
        assertThat(memory.handoversUnknown(NONE, 0)).isFalse();
        memory.acknowledged(NONE);
        assertThat(memory.handoversUnknown(BEFORE, SECOND)).isFalse();
    }

    @Test
    void afterAFlushThatTheServiceSawTheNewLineageMayLackFormerOwnersForTheGraceTime() {
        look(BEFORE, 0);
        look(NONE, 10 * SECOND);
        assertThat(look(AFTER, 11 * SECOND)).isTrue();
        assertThat(look(AFTER, 12 * SECOND)).as("a second table").isTrue();
        assertThat(look(AFTER, 13 * SECOND)).isFalse();
    }

    @Test
    void aNewLineageInWhichTheServiceCouldNotAcknowledgeLacksThemHoweverLongThatTakes() {
        look(BEFORE, 0);
        assertThat(memory.handoversUnknown(AFTER, SECOND)).isTrue();
        assertThat(memory.handoversUnknown(AFTER, 60 * SECOND)).isTrue();
        memory.acknowledged(AFTER);
        assertThat(memory.handoversUnknown(AFTER, 61 * SECOND)).isFalse();
    }

    private boolean look(Optional<Version> version, long now) {
        boolean unknown = memory.handoversUnknown(version, now);
        memory.acknowledged(version);
        return unknown;
    }
}
