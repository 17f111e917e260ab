package dev.divvy.boardredis.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.boardredis.RedisBoardSettings;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The keys of a board are of one slot, whatever its group is called, and of no other board. */
class KeysTest {

    private static final List<String> ODD =
            List.of("orders", "a}b", "{a}b", "{}", "}{", "%7D", "}", "{", "a b", "名前", "%", "divvy:{x}:board");

    @Test
    void aPersonFindsThem() {
        assertThat(Keys.of("divvy", "orders"))
                .isEqualTo(new Keys(
                        "divvy:{orders}:board",
                        "divvy:{orders}:cards",
                        "divvy:{orders}:lives",
                        "divvy:{orders}:changed"));
        assertThat(Keys.beside("sys-matching-table", "divvy").board()).isEqualTo("{sys-matching-table}:divvy:board");
        assertThat(Keys.beside("a{b}c", "divvy").board()).isEqualTo("a{b}c:divvy:board");
    }

    @Test
    void theTagIsTheWholeNameAndNoTwoGroupsShareAKey() {
        Set<String> seen = new HashSet<>();
        for (String group : ODD) {
            Keys keys = Keys.of("divvy", group);
            String tag = keys.board().substring("divvy:{".length(), keys.board().indexOf("}:board"));
            assertThat(tag).as(group).doesNotContain("{", "}").isNotEmpty();
            assertThat(List.of(keys.cards(), keys.lives()))
                    .as(group)
                    .allMatch(key -> SlotHash.getSlot(key) == SlotHash.getSlot(tag));
            assertThat(seen.add(keys.board())).as(group).isTrue();
        }
    }

    @Test
    void keysBesideAnotherAreInItsSlotOrRefused() {
        for (String key : List.of("sys-matching-table", "a{b}c", "a{b", "{}x{", "x{y}z{w}")) {
            if (key.contains("}") && !key.matches(".*?\\{[^}]+}.*")) {
                assertThatThrownBy(() -> Keys.beside(key, "divvy")).hasMessageContaining(key);
            } else {
                Keys keys = Keys.beside(key, "divvy");
                assertThat(List.of(keys.board(), keys.cards(), keys.lives()))
                        .allMatch(one -> SlotHash.getSlot(one) == SlotHash.getSlot(key));
            }
        }
        assertThatThrownBy(() -> Keys.beside("", "divvy")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersCompareAsText() {
        assertThat(Keys.digits(9)).isLessThan(Keys.digits(10)).hasSize(19);
        assertThat(Keys.digits(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
        assertThatThrownBy(() -> Keys.digits(-1)).hasMessageContaining("-1");
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        RedisBoardSettings usual = RedisBoardSettings.defaults();
        assertThatThrownBy(() -> usual.withPrefix("{a}")).hasMessageContaining("{a}");
        assertThatThrownBy(() -> usual.withPrefix("")).hasMessageContaining("prefix");
        assertThatThrownBy(() -> usual.withPatience(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThat(usual.neverForgets().mayHaveForgotten()).isFalse();
    }
}
