package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SqlBoardSettingsTest {

    private static final SqlBoardSettings DEFAULTS = SqlBoardSettings.defaults();

    private static void refused(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void aWrongDurationIsRefusedByName() {
        refused(() -> DEFAULTS.withTimeout(Duration.ZERO), "timeout PT0S must be positive and at most a year");
        refused(
                () -> DEFAULTS.withIdleLimit(Duration.ofDays(400)),
                "idle limit PT9600H must be positive and at most a year");
    }

    @Test
    void namesThatAreNotPlainWordsAreRefused() {
        assertThatThrownBy(() -> DEFAULTS.withTablePrefix("x; DROP TABLE orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x; DROP TABLE orders");
        assertThatThrownBy(() -> DEFAULTS.withSchema("a\"b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a\"b");
    }

    @Test
    void aChangeLeavesTheOthersAsTheyWere() {
        SqlBoardSettings changed = DEFAULTS.withTablePrefix("my_").withTimeout(Duration.ofSeconds(3));
        assertThat(changed.tablePrefix()).isEqualTo("my_");
        assertThat(changed.idleLimit()).isEqualTo(DEFAULTS.idleLimit());
        assertThat(DEFAULTS.tablePrefix()).isNotEqualTo("my_");
    }
}
